import type { BatchReport } from './batch-report';
import type { ConsumerObserver } from './event-consumer';
import type { LeaseObserver } from './message-leases';

/** Totals of a consumer since its start. The summary and the progress output are made from them. */
export interface ConsumerTally {
  messages: number;
  /** Distinct events of each batch, all durable, new to the store or not. */
  written: number;
  /** Events that equal an earlier one of their batch. Duplicates of other batches are not known. */
  duplicatesInBatch: number;
  rejected: number;
  /** Events that were not written and are delivered again; each attempt counts. */
  failed: number;
  filtered: number;
  /** Messages whose decisions about purposes are recorded. */
  consents: number;
  deadLettered: Record<string, number>;
  /** Messages whose acknowledgement was lost. */
  ackFailures: number;
}

export function emptyConsumerTally(): ConsumerTally {
  return {
    messages: 0,
    written: 0,
    duplicatesInBatch: 0,
    rejected: 0,
    failed: 0,
    filtered: 0,
    consents: 0,
    ackFailures: 0,
    deadLettered: {},
  };
}

/** Returns an observer that adds what it observes to `tally`. */
export function tallyingObserver(tally: ConsumerTally): ConsumerObserver & LeaseObserver {
  return {
    onBatch(report: BatchReport) {
      tally.messages += report.messages;
      tally.written += report.accepted;
      tally.duplicatesInBatch += report.duplicates;
      tally.rejected += report.rejected;
      tally.failed += report.failed;
    },
    onFiltered: () => void tally.filtered++,
    onConsent: () => void tally.consents++,
    onDeadLettered: (reason) => void (tally.deadLettered[reason] = (tally.deadLettered[reason] ?? 0) + 1),
    onAckFailed: (_error, messages) => void (tally.ackFailures += messages),
  };
}

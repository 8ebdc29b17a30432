import type { IngestInput } from '../../codec/events/event-inputs';
import type { IngestOutcome } from '../../operations/events/ingest-events';
import type { MessageDelivery } from './message-delivery';

/** A message whose events wait to be written or are being written. */
export interface PendingMessage {
  readonly delivery: MessageDelivery;
  readonly inputs: readonly IngestInput[];
}

/** Result of one batch, for metrics and logs. */
export interface BatchReport {
  readonly messages: number;
  readonly accepted: number;
  readonly duplicates: number;
  readonly rejected: number;
  readonly failed: number;
  /** Duration of the write, in milliseconds. */
  readonly durationMs: number;
  /**
   * Age of the oldest and of the newest event that this batch made durable, in milliseconds; 0 when there is none.
   */
  readonly oldestEventLagMs: number;
  readonly newestEventLagMs: number;
  /** Milliseconds since the publication of the oldest message of the batch. */
  readonly deliveryLagMs: number;
}

type Draft = { -readonly [field in keyof BatchReport]: BatchReport[field] };

/** Counts in one pass, because a batch has a thousand events and there are dozens of batches a second. */
export function createBatchReport(
  batch: readonly PendingMessage[],
  outcomes: readonly IngestOutcome[],
  { nowMs, durationMs }: { readonly nowMs: number; readonly durationMs: number },
): BatchReport {
  const counts: Draft = { ...NOTHING, messages: batch.length, durationMs };
  let [oldestMs, newestMs, publishedMs] = [nowMs, Number.NEGATIVE_INFINITY, nowMs];
  let at = 0;
  for (const { delivery, inputs } of batch) {
    publishedMs = Math.min(publishedMs, delivery.publishTimeMs);
    for (const input of inputs) {
      const { status } = outcomes[at++]!;
      counts[COUNTER[status]]++;
      if (status !== 'accepted' || 'error' in input) continue;
      oldestMs = Math.min(oldestMs, input.event.eventTimeMs);
      newestMs = Math.max(newestMs, input.event.eventTimeMs);
    }
  }
  counts.oldestEventLagMs = nowMs - oldestMs;
  // A producer's clock may be ahead of this one.
  counts.newestEventLagMs = counts.accepted === 0 ? 0 : Math.max(0, nowMs - newestMs);
  counts.deliveryLagMs = nowMs - publishedMs;
  return counts;
}

const COUNTER = {
  accepted: 'accepted',
  duplicate_in_call: 'duplicates',
  rejected: 'rejected',
  failed: 'failed',
} as const satisfies Record<IngestOutcome['status'], keyof BatchReport>;

const NOTHING = {
  accepted: 0,
  duplicates: 0,
  rejected: 0,
  failed: 0,
  oldestEventLagMs: 0,
  newestEventLagMs: 0,
  deliveryLagMs: 0,
};

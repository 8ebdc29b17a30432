import type { IngestInput } from '../../codec/events/event-inputs';
import type { IngestOutcome } from '../../operations/events/ingest-events';
import type { MessageDelivery } from './message-delivery';

/** A message whose events wait to be written, or for the write under way. */
export interface PendingMessage {
  readonly delivery: MessageDelivery;
  readonly inputs: readonly IngestInput[];
}

/** What became of one batch, for metrics and logs. */
export interface BatchReport {
  readonly messages: number;
  readonly accepted: number;
  readonly duplicates: number;
  readonly rejected: number;
  readonly failed: number;
  /** Of the write. */
  readonly durationMs: number;
  /** Age of the oldest and of the newest event that became durable with this batch; 0 where none did. */
  readonly oldestEventLagMs: number;
  readonly newestEventLagMs: number;
  /** Since the publication of the message that waited longest. */
  readonly deliveryLagMs: number;
}

type Draft = { -readonly [field in keyof BatchReport]: BatchReport[field] };

/** One pass: a batch has a thousand events, and there are dozens of batches a second. */
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
  // Some clocks are ahead of ours.
  counts.newestEventLagMs = counts.accepted === 0 ? 0 : Math.max(0, nowMs - newestMs);
  counts.deliveryLagMs = nowMs - publishedMs;
  return counts;
}

const COUNTER = {
  accepted: 'accepted',
  duplicate: 'duplicates',
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

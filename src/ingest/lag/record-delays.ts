import type { DelayTracker } from '../../core/lag/delay-tracker';
import type { IngestOutcome } from '../../operations/events/ingest-events';
import type { Clock } from '../../platform/time/clock';
import type { PendingMessage } from '../pubsub/batch-report';

/**
 * Records the delays of a batch's events that have become durable. It takes a second pass over the batch, some
 * microseconds long.
 */
export function recordDelays(
  delays: DelayTracker,
  {
    clock,
    batch,
    outcomes,
  }: {
    readonly clock: Clock;
    readonly batch: readonly PendingMessage[];
    readonly outcomes: readonly IngestOutcome[];
  },
): void {
  delays.startBatch(clock.nowMs(), clock.monotonicMs());
  let at = 0;
  for (const { delivery, inputs } of batch) {
    for (const input of inputs) {
      const isWritten = outcomes[at++]!.status === 'accepted';
      if (isWritten && !('error' in input))
        delays.recordEvent(input.event.eventTimeMs, delivery.publishTimeMs);
    }
  }
}

import type { App } from '../../app';
import { eventFromNamed, type NamedEvent } from '../../core/events/event';
import type { EventDataType } from '../../core/schema/schema';

const BATCH_EVENTS = 1_000;
const CALL_TIMEOUT_MS = 30_000;

/** Ingests the events in batches. Throws the first failure of an event, since the demo needs all of them. */
export async function ingestDemoEvents(
  { ingestEvents }: Pick<App['operations'], 'ingestEvents'>,
  dataType: EventDataType,
  events: readonly NamedEvent[],
): Promise<void> {
  for (let at = 0; at < events.length; at += BATCH_EVENTS) {
    const batch = events.slice(at, at + BATCH_EVENTS);
    const inputs = batch.map((event) => ({ event: eventFromNamed(dataType.events, event), dataType }));
    const { outcomes } = await ingestEvents(inputs, { timeoutMs: CALL_TIMEOUT_MS });
    for (const outcome of outcomes) {
      if ('error' in outcome) throw outcome.error;
    }
  }
}

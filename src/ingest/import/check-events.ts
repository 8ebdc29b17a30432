import { EMPTY_TOKEN } from '../../core/tokens/write-token';
import { validateEvent, type EventRules } from '../../core/events/validate-event';
import { TidemarkError } from '../../errors';
import type { IngestEvents, IngestInput, IngestOutcome } from '../../operations/events/ingest-events';
import type { Clock } from '../../platform/time/clock';

/** Returns an ingestion that checks events and stores nothing. Registered entities and consents are not looked up. */
export function createCheckEvents(rules: EventRules, clock: Clock): IngestEvents {
  return async (inputs, { onStored } = {}) => {
    onStored?.();
    const nowMs = clock.nowMs();
    return { outcomes: inputs.map((input) => outcomeOf(input, rules, nowMs)), token: EMPTY_TOKEN };
  };
}

function outcomeOf(input: IngestInput, rules: EventRules, nowMs: number): IngestOutcome {
  if ('error' in input) return { status: 'rejected', error: input.error };
  try {
    validateEvent(input.event, rules, { nowMs });
    return { status: 'accepted' };
  } catch (error) {
    if (error instanceof TidemarkError) return { status: 'rejected', error };
    throw error;
  }
}

import { invalidArgument, TidemarkError } from '../../errors';
import type { ActionEvent, EventDimension } from './event';
import { EVENT_DIMENSIONS, LEVEL_FIELD } from './event';
import type { ActionDeclaration } from '../schema';

/** What an event is checked against. */
export interface EventRules {
  readonly actions: ReadonlyMap<string, ActionDeclaration>;
  readonly idBytesMax: number;
  /** Tolerated lead of a producer's clock. */
  readonly futureToleranceMs: number;
  /** Absent where events are kept for ever. */
  readonly retentionMs?: number;
}

const ENTITY_FIELDS = Object.values(LEVEL_FIELD);
const LONE_SURROGATE = /\p{Surrogate}/u;

/**
 * Returns the declaration of the event's action, or throws the typed error that names the field at fault.
 * `path` leads to the event within the request, e.g. `events[3].`.
 */
export function validateEvent(
  event: ActionEvent,
  rules: EventRules,
  context: { readonly nowMs: number; readonly path?: string },
): ActionDeclaration {
  const path = context.path ?? '';
  checkId(event.userId, `${path}userId`, rules.idBytesMax);
  const action = declarationOf(event.action, `${path}action`, rules.actions);
  for (const name of EVENT_DIMENSIONS) {
    const id = event[name];
    if (id !== undefined) checkId(id, path + name, rules.idBytesMax);
  }
  checkIdentified(event, action, path);
  checkTime(event.eventTimeMs, `${path}eventTime`, { rules, nowMs: context.nowMs });
  return action;
}

/** An id: non-empty, well-formed Unicode, at most `bytesMax` bytes of UTF-8. */
export function checkId(id: string, field: string, bytesMax: number): void {
  if (id === '') throw invalidArgument(field, 'must not be empty');
  // A UTF-16 unit takes at most three bytes: short ids need no measuring.
  if (id.length * 3 > bytesMax && Buffer.byteLength(id) > bytesMax) {
    throw invalidArgument(field, `must have at most ${bytesMax} bytes`);
  }
  if (LONE_SURROGATE.test(id)) throw invalidArgument(field, 'must be well-formed Unicode');
}

export function declarationOf(
  name: string,
  field: string,
  actions: ReadonlyMap<string, ActionDeclaration>,
): ActionDeclaration {
  const action = actions.get(name);
  if (action !== undefined) return action;
  const known = [...actions.keys()].join(', ');
  throw new TidemarkError(
    'unknown_action',
    `no action ${JSON.stringify(name.slice(0, 64))}; known: ${known}`,
    {
      field,
    },
  );
}

/** An event must carry what its dedup policy hashes, and be about something that can be counted. */
function checkIdentified(event: ActionEvent, action: ActionDeclaration, path: string): void {
  for (const { name } of action.dedup.dimensions) {
    if (event[name as EventDimension] === undefined) {
      throw invalidArgument(path + name, `is required: ${action.name} events are deduplicated by it`);
    }
  }
  if (ENTITY_FIELDS.every((name) => event[name] === undefined)) {
    throw invalidArgument(`${path}adId`, `is required, or another of ${ENTITY_FIELDS.join(', ')}`);
  }
}

function checkTime(
  eventTimeMs: number,
  field: string,
  { rules, nowMs }: { readonly rules: EventRules; readonly nowMs: number },
): void {
  if (!Number.isSafeInteger(eventTimeMs) || eventTimeMs < 0) {
    throw invalidArgument(field, 'must be whole milliseconds since the Unix epoch');
  }
  if (rules.retentionMs !== undefined && eventTimeMs < nowMs - rules.retentionMs) {
    const days = Math.floor(rules.retentionMs / 86_400_000);
    throw new TidemarkError('event_too_old', `lies more than ${days} days back: it would be garbage`, {
      field,
    });
  }
  if (eventTimeMs > nowMs + rules.futureToleranceMs) {
    const seconds = Math.round(rules.futureToleranceMs / 1_000);
    throw new TidemarkError('event_in_future', `lies more than ${seconds} s ahead of this server's clock`, {
      field,
    });
  }
}

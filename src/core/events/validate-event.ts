import { invalidArgument, TidemarkError } from '../../errors';
import type { ActionEvent } from './event';
import { checkId, idProblem } from './ids';
import type { ActionDeclaration, EventType } from '../schema/schema';
import { knownNames } from '../json/did-you-mean';

/** Rules for valid events of one type. */
export interface EventRules {
  readonly type: EventType;
  /** Actions of the type by name. */
  readonly actions: ReadonlyMap<string, ActionDeclaration>;
  readonly idBytesMax: number;
  /** Tolerated lead of a producer's clock, in milliseconds. */
  readonly futureToleranceMs: number;
  /** Absent if events are kept forever. */
  readonly retentionMs?: number | undefined;
}

/**
 * Returns the declaration of the event's action, or throws the typed error that names the field. `path` leads to the
 * event within the request, such as `events[3].`. Ids must already be canonical for their types.
 */
export function validateEvent(
  event: ActionEvent,
  rules: EventRules,
  context: { readonly nowMs: number; readonly path?: string },
): ActionDeclaration {
  const path = context.path ?? '';
  const { type, idBytesMax } = rules;
  checkId(event.userId, path + type.user.name, idBytesMax);
  const action = requireAction(event.action, path + type.action.name, rules.actions);
  for (const { index, name, required } of type.dimensions) {
    const id = event.dimensions[index];
    const problem = id !== undefined ? idProblem(id, idBytesMax) : required ? 'is required' : undefined;
    if (problem !== undefined) throw invalidArgument(path + name, problem);
  }
  checkIdentified(event, action, { type, path });
  checkTime(event.eventTimeMs, path + type.time.name, { rules, nowMs: context.nowMs });
  return action;
}

function requireAction(
  name: string,
  field: string,
  actions: ReadonlyMap<string, ActionDeclaration>,
): ActionDeclaration {
  const action = actions.get(name);
  if (action !== undefined) return action;
  throw new TidemarkError(
    'unknown_action',
    `no action ${JSON.stringify(name.slice(0, 64))}${knownNames(name, [...actions.keys()])}`,
    {
      field,
    },
  );
}

/** Checks that an event has the dimensions of its dedup policy and belongs to at least one countable entity. */
function checkIdentified(
  { dimensions }: ActionEvent,
  action: ActionDeclaration,
  { type, path }: { readonly type: EventType; readonly path: string },
): void {
  for (const { index, name } of action.dedup.dimensions) {
    if (dimensions[index] === undefined) {
      throw invalidArgument(path + name, `is required: ${action.name} events are deduplicated by it`);
    }
  }
  const { levels } = type;
  for (const { dimension } of levels) if (dimensions[dimension.index] !== undefined) return;
  const innermost = levels.at(-1);
  if (innermost === undefined) return;
  const others = levels.slice(0, -1).map(({ dimension }) => dimension.name);
  throw invalidArgument(
    path + innermost.dimension.name,
    others.length === 0 ? 'is required' : `is required unless one of these is present: ${others.join(', ')}`,
  );
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
    throw new TidemarkError('event_too_old', `is older than the ${days}-day retention`, {
      field,
    });
  }
  if (eventTimeMs > nowMs + rules.futureToleranceMs) {
    const seconds = Math.round(rules.futureToleranceMs / 1_000);
    throw new TidemarkError('event_in_future', `is more than ${seconds} s ahead of this server's clock`, {
      field,
    });
  }
}

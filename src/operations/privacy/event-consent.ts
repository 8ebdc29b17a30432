import type { IngestInput } from '../../codec/events/event-inputs';
import type { ActionEvent } from '../../core/events/event';
import { idProblem } from '../../core/events/ids';
import type { EventDataType } from '../../core/schema/schema';
import { TidemarkError } from '../../errors';
import type { IngestOutcome } from '../events/ingest-outcome';
import type { ConsentRegister, ConsentStatus } from './consent-register';

/** Consent of the users in a call's events, for each DataType that enforces it. */
export type EventConsents = ReadonlyMap<EventDataType, ReadonlyMap<string, ConsentStatus>>;

export const NO_CONSENTS: EventConsents = new Map();

/** Looks up the consent that the events of the inputs require; undefined if none does. */
export function lookUpConsents(
  inputs: readonly IngestInput[],
  register: ConsentRegister,
  { idBytesMax }: { readonly idBytesMax: number },
): Promise<EventConsents> | undefined {
  const usersOf = new Map<EventDataType, Set<string>>();
  for (const input of inputs) {
    if ('error' in input || !register.needsLookUp(input.dataType)) continue;
    const { userId } = input.event;
    // Invalid ids are rejected by the validation.
    if (idProblem(userId, idBytesMax) !== undefined) continue;
    const users = usersOf.get(input.dataType);
    if (users === undefined) usersOf.set(input.dataType, new Set([userId]));
    else users.add(userId);
  }
  return usersOf.size === 0 ? undefined : lookUpAll(usersOf, register);
}

async function lookUpAll(
  usersOf: ReadonlyMap<EventDataType, ReadonlySet<string>>,
  register: ConsentRegister,
): Promise<EventConsents> {
  const lookUps = Array.from(usersOf, async ([dataType, users]) => {
    return [dataType, await register.lookUp(dataType, users)] as const;
  });
  return new Map(await Promise.all(lookUps));
}

const MICROS_PER_MS = 1_000;

/**
 * Returns the outcome of a valid event that must not be stored, since its user has not allowed the purpose at its time, or
 * whose user could not be looked up; undefined when it may be ingested.
 */
export function rejectWithoutConsent(
  event: ActionEvent,
  context: { readonly dataType: EventDataType; readonly consents: EventConsents; readonly path: string },
): IngestOutcome | undefined {
  const { dataType, consents, path } = context;
  const status = consents.get(dataType)?.get(event.userId);
  if (status === undefined) return undefined;
  if (status instanceof TidemarkError) return { status: 'failed', error: status };
  if (event.eventTimeMs * MICROS_PER_MS > status.forbiddenUpTo(dataType.family)) return undefined;
  const { purpose, family, events } = dataType;
  const message = `the user had not allowed ${purpose}, the purpose of ${family}, at the time of the event`;
  return {
    status: 'rejected',
    error: new TidemarkError('no_consent', message, { field: path + events.user.name }),
  };
}

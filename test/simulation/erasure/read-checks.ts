/** Strict reads of users, and what they must and must not show. */
import { EventTexts } from '../../../src/core/columns/event-texts';
import type { Consistency } from '../../../src/core/consistency/consistency';
import type { ActionEvent } from '../../../src/core/events/event';
import type { UserEvents } from '../../../src/operations/events/read-user-events';
import { AD_ACTION } from '../../support/events';
import { dedupKeyOf, objectNameOf, type ErasureTimes, type SentObject } from './history';
import type { ServingProcess } from './serving-process';
import { request, violated, type SessionContext } from './session-context';
import { OBJECTS, type User } from './world';

export const STRICT: Consistency = { level: 'strict', onUnmet: 'error' };
export const EVENTUAL: Consistency = { level: 'eventual' };

/** Reads the events of a user, and checks the answer. */
export async function readEvents(context: SessionContext, user: User, by?: ServingProcess): Promise<void> {
  const { history, deleted, tally } = context;
  const must = history.erasedUpTo(user);
  const gone = deleted.gone();
  const acked = history.events
    .filter(({ event, isAcked }) => isAcked && event.userId === user)
    .map(({ event }) => event);
  const read = async (process: ServingProcess): Promise<void> => {
    const answer = await process.readEvents(user, STRICT);
    checkEvents(context, user, shownEvents(context, user, answer), { must, gone, acked });
    tally.count('reads of events checked');
  };
  await request(context, 'reads', read, by);
}

/** Returns the events of an answer. Without the guard, hidden ones are removed only here. */
export function shownEvents(
  { guards, history }: SessionContext,
  user: string,
  { events }: UserEvents,
): readonly ActionEvent[] {
  const shown = eventsOf(user, events.parts);
  if (guards.has('hide-before-dedup')) return shown;
  const { eventsMs } = history.maybeErasedUpTo(user);
  return shown.filter(({ eventTimeMs }) => eventTimeMs > eventsMs);
}

/** `must`: tombstones that were acknowledged before the read began; `gone`: deletions by filters; `acked`: events that were. */
function checkEvents(
  context: SessionContext,
  user: string,
  shown: readonly ActionEvent[],
  {
    must,
    gone,
    acked,
  }: {
    readonly must: ErasureTimes;
    readonly gone: ReadonlyMap<string, number>;
    readonly acked: readonly ActionEvent[];
  },
): void {
  const { history, deleted } = context;
  const back = shown.find(({ eventTimeMs }) => eventTimeMs <= must.eventsMs);
  if (back !== undefined)
    violated(
      context,
      `a strict read shows an event of ${user} at ${back.eventTimeMs}, erased up to ${must.eventsMs}`,
    );
  const filtered = shown.find((event) => deleted.isGone(event, gone));
  if (filtered !== undefined)
    violated(
      context,
      `a strict read shows event ${dedupKeyOf(filtered)} of ${user} at ${filtered.eventTimeMs}, deleted by a filter`,
    );
  const times = new Map(shown.map((event) => [dedupKeyOf(event), event.eventTimeMs]));
  if (times.size < shown.length) violated(context, `a strict read shows an event of ${user} twice`);
  const { eventsMs: mayMs } = history.maybeErasedUpTo(user);
  for (const { eventTimeMs, ...event } of acked) {
    if (eventTimeMs <= mayMs) continue;
    const shownMs = times.get(dedupKeyOf({ ...event, eventTimeMs })) ?? Infinity;
    if (shownMs <= eventTimeMs || deleted.mayBeGone({ ...event, eventTimeMs })) continue;
    violated(context, `a strict read lacks an event of ${user} at ${eventTimeMs}, erased up to ${mayMs}`);
  }
}

/** Knowledge of a user before a strict read begins. */
interface KnownObjects {
  readonly must: ErasureTimes;
  /** Begin of the last erasure that was acknowledged. */
  readonly beganMs: number;
  /** Begin of the last erasure that was swept. */
  readonly sweptMs: number;
  /** Erasures after which nothing may be left that is derived from erased data, by steps. */
  readonly closed: readonly ErasureTimes[];
  readonly acked: readonly SentObject[];
}

/** Reads the objects of a user, and checks the answer. */
export async function readObjects(context: SessionContext, user: User): Promise<void> {
  const { history, tally } = context;
  const known: KnownObjects = {
    must: history.erasedUpTo(user),
    beganMs: history.beganBefore(user),
    sweptMs: history.sweptBefore(user),
    closed: history.closedUpTo(user),
    acked: [...history.objects.values()].filter(
      (sent) => sent.user === user && !sent.mayBeGone && sent.versionMs !== undefined,
    ),
  };
  await request(context, 'reads', async (process) => {
    checkObjects(context, user, await process.readObjects(user, STRICT), known);
    tally.count('reads of objects checked');
  });
}

type ShownObjects = Awaited<ReturnType<ServingProcess['readObjects']>>;

function checkObjects(
  context: SessionContext,
  user: string,
  { cells, privacy }: ShownObjects,
  known: KnownObjects,
): void {
  const { history, guards } = context;
  const { objectsMs: mayMs } = history.maybeErasedUpTo(user);
  const hides = guards.has('hide-before-dedup') ? -1 : mayMs;
  const shown = cells.filter(({ timestampMicros }) => timestampMicros / 1_000 > hides);
  for (const { timestampMicros, value } of shown)
    checkShown(context, history.objects.get(objectNameOf(value))!, timestampMicros / 1_000, known);
  const boundMs = Math.max(mayMs, (privacy?.upTo(OBJECTS) ?? -1) / 1_000);
  for (const { register, versionMs, name } of known.acked) {
    if (versionMs! <= boundMs) continue;
    const newest = shown.find(({ qualifier }) => qualifier.toString() === register);
    if (newest !== undefined && newest.timestampMicros / 1_000 >= versionMs!) continue;
    violated(context, `a strict read lacks ${name} of ${user} at ${versionMs}, hidden up to ${boundMs}`);
  }
}

function checkShown(
  context: SessionContext,
  { user, name, from, ackedMs = Infinity, batchAckedMs = Infinity }: SentObject,
  versionMs: number,
  { must, beganMs, sweptMs, closed }: KnownObjects,
): void {
  const shows = `a strict read shows ${name} of ${user}`;
  if (versionMs <= must.objectsMs)
    violated(context, `${shows} at ${versionMs}, erased up to ${must.objectsMs}`);
  if (ackedMs < beganMs) violated(context, `${shows}, acknowledged before the erasure at ${beganMs}`);
  if (batchAckedMs < sweptMs)
    violated(context, `${shows}, which a batch cluster had acknowledged before the erasure at ${sweptMs}`);
  from.forEach(({ eventsMs, objectsMs }, step) => {
    const gone = closed[step];
    if (gone !== undefined && (eventsMs <= gone.eventsMs || objectsMs <= gone.objectsMs))
      violated(context, `${shows}, which is derived in ${step + 1} steps from what is erased`);
  });
}

/** Returns the events in the columns of an answer. */
export function eventsOf(user: string, parts: UserEvents['events']['parts']): readonly ActionEvent[] {
  return parts.flatMap((columns) => {
    const texts = new EventTexts(columns, AD_ACTION.events);
    return Array.from({ length: columns.count }, (_, index) => ({
      userId: user,
      action: 'impression',
      eventTimeMs: columns.timesMs[index]!,
      dimensions: texts.of(index),
    }));
  });
}

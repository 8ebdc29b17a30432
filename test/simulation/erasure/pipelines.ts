/** Jobs of clients that read a user and write what they derive from it, and jobs that read their output. */
import type { Consistency } from '../../../src/core/consistency/consistency';
import { minOf } from '../../../src/core/shared/lists';
import { sleep } from '../../../src/platform/time/clock';
import { objectNameOf, type ErasureTimes, type SentObject } from './history';
import { writeObject, WRITE_TIMEOUT_MS } from './object-writes';
import { EVENTUAL, shownEvents, STRICT } from './read-checks';
import type { ServingProcess } from './serving-process';
import { request, type SessionContext } from './session-context';
import type { User } from './world';

/** Longest time from a job's read to the end of its write, in milliseconds. */
export const READ_TO_WRITE_MAX_MS = 3_000;
/** Largest number of jobs of which each derives objects from those of the one before. */
export const DERIVED_STEPS = 2;
/** Rate of jobs that write as soon as they have read. */
const AT_ONCE_RATE = 0.3;

/** Reads what is there, takes its time, and writes an object that is derived from it. */
export async function deriveObject(context: SessionContext, user: User): Promise<void> {
  const { dice } = context;
  await request(context, 'pipelines', (process) =>
    deriveAt(context, { user, process, level: dice.pick([STRICT, EVENTUAL, EVENTUAL, EVENTUAL]) }),
  );
}

interface Job {
  readonly user: User;
  readonly process: ServingProcess;
  readonly level: Consistency;
}

/** Runs one job in a process, with reads at the level. */
export async function deriveAt(context: SessionContext, { user, process, level }: Job): Promise<void> {
  const { history, dice, world, tally } = context;
  const startedMs = world.clock.monotonicMs();
  const events = shownEvents(context, user, await process.readEvents(user, level));
  const { cells } = await process.readObjects(user, level);
  const sources = cells
    .map(({ value }) => history.objects.get(objectNameOf(value))!)
    .filter(({ from }) => from.length < DERIVED_STEPS);
  if (events.length + sources.length === 0) return;
  const from = sourcesOf({
    eventsMs: minOf(events.map(({ eventTimeMs }) => eventTimeMs)),
    sources: sources.map((sent) => ({
      sent,
      versionMs: cells.find(({ value }) => objectNameOf(value) === sent.name)!.timestampMicros / 1_000,
    })),
  });
  if (!dice.chance(AT_ONCE_RATE)) await sleep(process.machine, dice.below(READ_TO_WRITE_MAX_MS - 300));
  const leftMs = READ_TO_WRITE_MAX_MS - (world.clock.monotonicMs() - startedMs);
  if (leftMs < 100) return tally.count('pipelines that took too long');
  if (from.length > 1) tally.count('objects derived from derived ones');
  const sent = history.newObject(user, `derived${from.length}`, from);
  await writeObject(context, process, sent, { timeoutMs: Math.min(leftMs, WRITE_TIMEOUT_MS) });
}

interface Sources {
  /** Time of the earliest event. */
  readonly eventsMs: number;
  readonly sources: readonly { readonly sent: SentObject; readonly versionMs: number }[];
}

/** Returns the earliest data that was read, and after that what the objects among it are derived from, by steps. */
function sourcesOf({ eventsMs, sources }: Sources): readonly ErasureTimes[] {
  const from = [{ eventsMs, objectsMs: minOf(sources.map(({ versionMs }) => versionMs)) }];
  for (let step = 0; step < DERIVED_STEPS - 1; step++) {
    const before = sources.flatMap(({ sent }) => sent.from[step] ?? []);
    if (before.length === 0) break;
    from.push({
      eventsMs: minOf(before.map((each) => each.eventsMs)),
      objectsMs: minOf(before.map((each) => each.objectsMs)),
    });
  }
  return from;
}

import { DEFAULTS } from '../../defaults';
import { sleep, systemClock } from '../../platform/clock';
import type { Teller } from './teller';
import type { Walk } from './walk';
import type { TourWorld } from './world';

/** Everything that a chapter needs. */
interface Tour {
  readonly world: TourWorld;
  readonly walk: Walk;
  readonly teller: Teller;
}

/** Deadline of reads that are to fail: nobody wants to wait longer for that. */
const SHORT_MS = 1_500;
const BOUND_MS = 5_000;
/** Longer than the next two steps take, however busy the machine is. */
const LAG_MS = 10_000;

/** A write in one region, reads in another: as it should be, with slow replication, with a link cut, healed; and batch work. */
export async function consistencyTour(tour: Tour): Promise<void> {
  await atEachLevel(tour);
  await withSlowReplication(tour);
  await withTheLinkCut(tour);
  await batchApart(tour);
  await healed(tour);
}

const eventual = { level: 'eventual' } as const;
const strict = { level: 'strict' } as const;

async function atEachLevel({ world, walk, teller }: Tour): Promise<void> {
  const { home, away } = world;
  teller.chapter(
    `Write in ${home.region}, read in ${away.region}`,
    'Each write is acknowledged by one cluster, and on its way to all the others while the next read looks for it.',
  );
  await walk.write(home);
  await world.settle(walk.newest);
  await world.hearHeartbeats();
  await walk.write(home);
  await walk.read(away, { title: 'eventual', consistency: eventual, expected: 'an answer' });
  const token = await walk.write(home);
  const asFresh = { level: 'at-least-as-fresh', token } as const;
  await walk.read(away, { title: "with the write's token", consistency: asFresh, expected: 'the newest' });
  await world.settle(walk.newest);
  await walk.read(away, { title: 'the same, a moment later', consistency: asFresh, expected: 'the newest' });
  await walk.write(home);
  await walk.read(away, {
    ...{ title: `bounded by ${BOUND_MS / 1_000} s`, expected: 'an answer' },
    consistency: { level: 'bounded', maxStalenessMs: BOUND_MS },
  });
  await walk.read(away, { title: 'strict', consistency: strict, expected: 'the newest' });
}

async function withSlowReplication({ world, walk, teller }: Tour): Promise<void> {
  const { home, away } = world;
  teller.chapter(
    'Slow replication',
    'Requests travel as before, but writes take their time to reach the other continent.',
  );
  await world.settle(walk.newest);
  await walk.act('fault', `Replicate in ${LAG_MS / 1_000} s`, async () => ({
    why: `Replication alone: ${(await world.lag(LAG_MS)).join(', ')}.`,
  }));
  const token = await walk.write(home);
  const asFresh = { level: 'at-least-as-fresh', token } as const;
  await walk.read(away, { title: 'eventual', consistency: eventual, expected: 'an answer' });
  await walk.read(away, { title: "with the write's token", consistency: asFresh, expected: 'the newest' });
  await walk.write(home);
  await walk.read(away, { title: 'strict', consistency: strict, expected: 'the newest' });
  await world.heal();
}

async function withTheLinkCut({ world, walk, teller }: Tour): Promise<void> {
  const { home, away, third } = world;
  teller.chapter(
    `Cut ${home.region} from ${away.region}`,
    `Neither replication nor requests pass between the two; ${third.region} still reaches both.`,
  );
  await world.settle(walk.newest);
  await walk.act('fault', 'Cut the link', async () => ({ why: `Cut: ${(await world.cut()).join(', ')}.` }));
  const token = await walk.write(home);
  const asFresh = { level: 'at-least-as-fresh', token } as const;
  await walk.read(away, { title: 'eventual', consistency: eventual, expected: 'an answer' });
  await walk.read(away, { title: "with the write's token", consistency: asFresh, expected: 'the newest' });
  const short = { timeoutMs: SHORT_MS };
  await walk.read(away, { ...short, title: 'strict', consistency: strict, expected: 'consistency_unmet' });
  await walk.read(away, {
    ...{ ...short, title: 'strict, or else stale', expected: 'stale, and says so' },
    consistency: { level: 'strict', onUnmet: 'stale' },
  });
  await walk.read(home, { title: 'eventual', consistency: eventual, expected: 'the newest' });
}

async function batchApart({ world, walk, teller }: Tour): Promise<void> {
  teller.chapter(
    'Batch work',
    'A process is for serving or for batch, and reaches the clusters of its own kind only.',
  );
  await walk.act('check', 'Read as batch work', async () => {
    const { reads, clusters } = await world.readAsBatch();
    const met = clusters.filter((id) => world.serving.includes(id));
    const why = `${reads} reads went to ${clusters.join(', ')}, none to ${world.serving.join(', ')}.`;
    return { clusters, ok: met.length === 0, why: met.length === 0 ? why : `Reached ${met.join(', ')}.` };
  });
  await walk.act('check', 'Hand batch work a serving cluster', async () => {
    const refusal = world.batch.reachServing();
    return { ok: refusal !== '', why: refusal === '' ? 'It was let through.' : `Refused: ${refusal}.` };
  });
}

async function healed({ world, walk, teller }: Tour): Promise<void> {
  const { home, away } = world;
  teller.chapter(
    'Heal the link',
    'What had waited is delivered, and the nearest replica can prove what it has again.',
  );
  await walk.act('fault', 'Heal the link', async () => {
    await world.heal();
    await world.settle(walk.newest);
    await sleep(systemClock, DEFAULTS.routing.originProbeMs);
    return {
      why: `The nearest replicas of all three regions have version ${walk.newest} by now, and the next strict read probes what was cut off.`,
    };
  });
  await walk.read(away, { title: 'eventual', consistency: eventual, expected: 'the newest' });
  await walk.read(away, { title: 'strict', consistency: strict, expected: 'the newest' });
  await walk.write(away);
  await walk.read(home, { title: 'strict', consistency: strict, expected: 'the newest' });
}

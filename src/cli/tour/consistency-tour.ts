import { DEFAULTS } from '../../config/defaults';
import { sleep, systemClock } from '../../platform/time/clock';
import type { TourReporter } from './tour-reporter';
import type { TourSteps } from './tour-steps';
import type { TourEnvironment } from './tour-environment';

/** Everything that a chapter needs. */
interface Tour {
  readonly environment: TourEnvironment;
  readonly steps: TourSteps;
  readonly reporter: TourReporter;
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

async function atEachLevel({ environment: world, steps: walk, reporter: teller }: Tour): Promise<void> {
  const { home, away } = world;
  teller.chapter(
    `Write in ${home.region}, read in ${away.region}`,
    'Each write is acknowledged by one cluster, and on its way to all the others while the next read looks for it.',
  );
  await walk.write(home);
  await world.awaitReplication(walk.newestVersion);
  await world.awaitStalenessBounds();
  await walk.write(home);
  await walk.read(away, { title: 'eventual', consistency: eventual, expected: 'an answer' });
  const token = await walk.write(home);
  const asFresh = { level: 'at-least-as-fresh', token } as const;
  await walk.read(away, { title: "with the write's token", consistency: asFresh, expected: 'the newest' });
  await world.awaitReplication(walk.newestVersion);
  await walk.read(away, { title: 'the same, a moment later', consistency: asFresh, expected: 'the newest' });
  await walk.write(home);
  await walk.read(away, {
    title: `bounded by ${BOUND_MS / 1_000} s`,
    expected: 'an answer',
    consistency: { level: 'bounded', maxStalenessMs: BOUND_MS },
  });
  await walk.read(away, { title: 'strict', consistency: strict, expected: 'the newest' });
}

async function withSlowReplication({
  environment: world,
  steps: walk,
  reporter: teller,
}: Tour): Promise<void> {
  const { home, away } = world;
  teller.chapter(
    'Slow replication',
    'Requests travel as before, but writes take their time to reach the other continent.',
  );
  await world.awaitReplication(walk.newestVersion);
  await walk.perform('fault', `Replicate in ${LAG_MS / 1_000} s`, async () => ({
    why: `Replication alone: ${(await world.slowReplication(LAG_MS)).join(', ')}.`,
  }));
  const token = await walk.write(home);
  const asFresh = { level: 'at-least-as-fresh', token } as const;
  await walk.read(away, { title: 'eventual', consistency: eventual, expected: 'an answer' });
  await walk.read(away, { title: "with the write's token", consistency: asFresh, expected: 'the newest' });
  await walk.write(home);
  await walk.read(away, { title: 'strict', consistency: strict, expected: 'the newest' });
  await world.heal();
}

async function withTheLinkCut({ environment: world, steps: walk, reporter: teller }: Tour): Promise<void> {
  const { home, away, third } = world;
  teller.chapter(
    `Cut ${home.region} from ${away.region}`,
    `Neither replication nor requests pass between the two; ${third.region} still reaches both.`,
  );
  await world.awaitReplication(walk.newestVersion);
  await walk.perform('fault', 'Cut the link', async () => ({
    why: `Cut: ${(await world.partition()).join(', ')}.`,
  }));
  const token = await walk.write(home);
  const asFresh = { level: 'at-least-as-fresh', token } as const;
  await walk.read(away, { title: 'eventual', consistency: eventual, expected: 'an answer' });
  await walk.read(away, { title: "with the write's token", consistency: asFresh, expected: 'the newest' });
  const short = { timeoutMs: SHORT_MS };
  await walk.read(away, { ...short, title: 'strict', consistency: strict, expected: 'consistency_unmet' });
  await walk.read(away, {
    ...short,
    title: 'strict, or else stale',
    expected: 'stale, and says so',
    consistency: { level: 'strict', onUnmet: 'stale' },
  });
  await walk.read(home, { title: 'eventual', consistency: eventual, expected: 'the newest' });
}

async function batchApart({ environment: world, steps: walk, reporter: teller }: Tour): Promise<void> {
  teller.chapter(
    'Batch work',
    'A process is for serving or for batch, and reaches the clusters of its own kind only.',
  );
  await walk.perform('check', 'Read as batch work', async () => {
    const { reads, clusters } = await world.readAsBatch();
    const met = clusters.filter((id) => world.servingClusters.includes(id));
    const why = `${reads} reads went to ${clusters.join(', ')}, none to ${world.servingClusters.join(', ')}.`;
    return { clusters, ok: met.length === 0, why: met.length === 0 ? why : `Reached ${met.join(', ')}.` };
  });
  await walk.perform('check', 'Hand batch work a serving cluster', async () => {
    const refusal = world.batch.tryServingCluster();
    return { ok: refusal !== '', why: refusal === '' ? 'It was let through.' : `Refused: ${refusal}.` };
  });
}

async function healed({ environment: world, steps: walk, reporter: teller }: Tour): Promise<void> {
  const { home, away } = world;
  teller.chapter(
    'Heal the link',
    'What had waited is delivered, and the nearest replica can prove what it has again.',
  );
  await walk.perform('fault', 'Heal the link', async () => {
    await world.heal();
    await world.awaitReplication(walk.newestVersion);
    await sleep(systemClock, DEFAULTS.routing.originProbeMs);
    return {
      why: `The nearest replicas of all three regions have version ${walk.newestVersion} by now, and the next strict read probes what was cut off.`,
    };
  });
  await walk.read(away, { title: 'eventual', consistency: eventual, expected: 'the newest' });
  await walk.read(away, { title: 'strict', consistency: strict, expected: 'the newest' });
  await walk.write(away);
  await walk.read(home, { title: 'strict', consistency: strict, expected: 'the newest' });
}

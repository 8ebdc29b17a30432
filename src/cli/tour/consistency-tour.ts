import { DEFAULTS } from '../../config/defaults';
import { countOf } from '../../core/shared/count-of';
import { sleep, systemClock } from '../../platform/time/clock';
import type { TourReporter } from './tour-reporter';
import type { TourSteps } from './tour-steps';
import type { TourEnvironment } from './tour-environment';

/** Objects that every chapter of the tour uses. */
interface Tour {
  readonly environment: TourEnvironment;
  readonly steps: TourSteps;
  readonly reporter: TourReporter;
}

/** Deadline of reads that are expected to fail, in milliseconds. */
const SHORT_MS = 1_500;
const BOUND_MS = 5_000;
/** Replication delay in milliseconds: longer than the next two steps take, even on a busy machine. */
const LAG_MS = 10_000;

/**
 * Writes in one region and reads in another: normally, with slow replication, with a cut link, and healed. Also shows
 * batch reads.
 */
export async function consistencyTour(tour: Tour): Promise<void> {
  await atEachLevel(tour);
  await withSlowReplication(tour);
  await withTheLinkCut(tour);
  await batchApart(tour);
  await healed(tour);
}

const eventual = { level: 'eventual' } as const;
const strict = { level: 'strict' } as const;

async function atEachLevel({ environment, steps, reporter }: Tour): Promise<void> {
  const { home, away } = environment;
  reporter.chapter(
    `Write in ${home.region}, read in ${away.region}`,
    'One cluster acknowledges each write. The next read starts while the write still replicates to the other clusters.',
  );
  await steps.write(home);
  await environment.awaitReplication(steps.newestVersion);
  await environment.awaitStalenessBounds();
  await steps.write(home);
  await steps.read(away, { title: 'eventual', consistency: eventual, expected: 'an answer' });
  const token = await steps.write(home);
  const asFresh = { level: 'at-least-as-fresh', token } as const;
  await steps.read(away, { title: "with the write's token", consistency: asFresh, expected: 'the newest' });
  await environment.awaitReplication(steps.newestVersion);
  await steps.read(away, { title: 'the same, a moment later', consistency: asFresh, expected: 'the newest' });
  await steps.write(home);
  await steps.read(away, {
    title: `bounded by ${BOUND_MS / 1_000} s`,
    expected: 'an answer',
    consistency: { level: 'bounded', maxStalenessMs: BOUND_MS },
  });
  await steps.read(away, { title: 'strict', consistency: strict, expected: 'the newest' });
}

async function withSlowReplication({ environment, steps, reporter }: Tour): Promise<void> {
  const { home, away } = environment;
  reporter.chapter(
    'Slow replication',
    'Requests are as fast as before, but writes take longer to replicate to the other continent.',
  );
  await environment.awaitReplication(steps.newestVersion);
  await steps.perform('fault', `Replicate in ${LAG_MS / 1_000} s`, async () => ({
    why: `Replication alone: ${(await environment.slowReplication(LAG_MS)).join(', ')}.`,
  }));
  const token = await steps.write(home);
  const asFresh = { level: 'at-least-as-fresh', token } as const;
  await steps.read(away, { title: 'eventual', consistency: eventual, expected: 'an answer' });
  await steps.read(away, { title: "with the write's token", consistency: asFresh, expected: 'the newest' });
  await steps.write(home);
  await steps.read(away, { title: 'strict', consistency: strict, expected: 'the newest' });
  await environment.heal();
}

async function withTheLinkCut({ environment, steps, reporter }: Tour): Promise<void> {
  const { home, away, third } = environment;
  reporter.chapter(
    `Cut ${home.region} from ${away.region}`,
    `Neither replication nor requests pass between the two; ${third.region} still reaches both.`,
  );
  await environment.awaitReplication(steps.newestVersion);
  await steps.perform('fault', 'Cut the link', async () => ({
    why: `Cut: ${(await environment.partition()).join(', ')}.`,
  }));
  const token = await steps.write(home);
  const asFresh = { level: 'at-least-as-fresh', token } as const;
  await steps.read(away, { title: 'eventual', consistency: eventual, expected: 'an answer' });
  await steps.read(away, { title: "with the write's token", consistency: asFresh, expected: 'the newest' });
  const short = { timeoutMs: SHORT_MS };
  await steps.read(away, { ...short, title: 'strict', consistency: strict, expected: 'consistency_unmet' });
  await steps.read(away, {
    ...short,
    title: 'strict, or else stale',
    expected: 'a stale answer, marked as unmet',
    consistency: { level: 'strict', onUnmet: 'stale' },
  });
  await steps.read(home, { title: 'eventual', consistency: eventual, expected: 'the newest' });
}

async function batchApart({ environment, steps, reporter }: Tour): Promise<void> {
  reporter.chapter(
    'Batch workload',
    'A process serves requests or runs batch jobs, and only reaches clusters of its own workload.',
  );
  await steps.perform('check', 'Read with the batch workload', async () => {
    const { reads, clusters } = await environment.readAsBatch();
    const reached = clusters.filter((id) => environment.servingClusters.includes(id));
    const why = `${countOf(reads, 'read')} went to ${clusters.join(', ')}, none to ${environment.servingClusters.join(', ')}.`;
    return {
      clusters,
      ok: reached.length === 0,
      why: reached.length === 0 ? why : `Reached ${reached.join(', ')}.`,
    };
  });
  await steps.perform('check', 'Use a serving cluster with the batch workload', async () => {
    const rejection = environment.batch.tryServingCluster();
    return {
      ok: rejection !== '',
      why: rejection === '' ? 'The cluster was accepted.' : `Rejected: ${rejection}.`,
    };
  });
}

async function healed({ environment, steps, reporter }: Tour): Promise<void> {
  const { home, away } = environment;
  reporter.chapter(
    'Heal the link',
    'Delayed writes are replicated, and the nearest replica can prove its contents again.',
  );
  await steps.perform('fault', 'Heal the link', async () => {
    await environment.heal();
    await environment.awaitReplication(steps.newestVersion);
    await sleep(systemClock, DEFAULTS.routing.originProbeMs);
    return {
      why: `The nearest replicas of all three regions have version ${steps.newestVersion} now, and the next strict read probes the cluster that was cut off.`,
    };
  });
  await steps.read(away, { title: 'eventual', consistency: eventual, expected: 'the newest' });
  await steps.read(away, { title: 'strict', consistency: strict, expected: 'the newest' });
  await steps.write(away);
  await steps.read(home, { title: 'strict', consistency: strict, expected: 'the newest' });
}

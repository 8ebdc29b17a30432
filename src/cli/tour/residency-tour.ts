import { countOf } from '../../core/shared/count-of';
import { findingsOf } from '../../operations/residency/audit-record';
import { userIn } from './placed-user';
import type { RegionStore } from './region-store';
import type { ResidencyEnvironment } from './residency-environment';
import type { TourReporter } from './tour-reporter';
import type { PerformedStep, TourSteps } from './tour-steps';
import { UserLoad } from './user-load';

interface Tour {
  readonly environment: ResidencyEnvironment;
  readonly steps: TourSteps;
  readonly reporter: TourReporter;
}

/** User from Germany whose first write did not say so. */
const USER = 'greta';
const STRICT = { level: 'strict' } as const;

/**
 * Writes the data of users to the placements of their countries, moves a user's data from one placement to another
 * while it is read and written, and audits the result.
 */
export async function residencyTour(tour: Tour): Promise<void> {
  const { environment } = tour;
  const inEurope = userIn(environment.inside, USER);
  const inAmerica = userIn(environment.outside, USER);
  await decide(tour, inAmerica, inEurope);
  await moveUnderLoad(tour, inEurope);
  await afterwards(tour, inAmerica, inEurope);
  await audited(tour);
}

async function decide(
  { environment, steps, reporter }: Tour,
  inAmerica: RegionStore,
  inEurope: RegionStore,
): Promise<void> {
  reporter.chapter(
    'The first write decides',
    'A user is stored in the jurisdiction of the country that the first write states, or by default in the United States.',
  );
  await steps.perform('check', 'Write a user in Germany, and say so', async () => {
    const { cluster } = await userIn(environment.inside, 'hans', 'DE').write(1);
    return { ...(await whereIs(environment, 'hans', { home: 'eu' })), clusters: [cluster] };
  });
  await steps.write(inAmerica);
  await steps.read(inEurope, { title: 'strict', consistency: STRICT, expected: 'the newest' });
  await steps.perform('check', 'Find the rows of the user', () => whereIs(environment, USER, { home: 'us' }));
}

async function moveUnderLoad({ environment, steps, reporter }: Tour, inEurope: RegionStore): Promise<void> {
  reporter.chapter(
    'Move the user to the European Union',
    'A process in Europe goes on writing and reading strictly. The move takes some twenty seconds, most of which are three ' +
      'barriers: waits after which no process believes an earlier state.',
  );
  await steps.perform('check', 'Move under load', async () => {
    const load = new UserLoad(inEurope, steps.newestVersion);
    const stages: string[] = [];
    await environment.move(USER, 'eu', (step) => stages.push(step));
    const { writes, strictReads, staleReads, failures } = await load.stop();
    steps.adopt(load.newest);
    const [failure] = failures;
    const outcome =
      failure === undefined && staleReads === 0
        ? 'none failed, and no read lacked a write'
        : `${failures.length} failed${failure === undefined ? '' : ` (${failure})`}, and ${countOf(staleReads, 'read')} lacked a write`;
    return {
      ok: failure === undefined && staleReads === 0 && writes > 0 && strictReads > 0,
      why: `Steps: ${stages.join(', ')}. ${writes} writes and ${strictReads} strict reads meanwhile: ${outcome}.`,
    };
  });
}

async function afterwards(
  { environment, steps, reporter }: Tour,
  inAmerica: RegionStore,
  inEurope: RegionStore,
): Promise<void> {
  reporter.chapter(
    'After the move',
    'The rows are in the European Union only, and only processes there may read and write them.',
  );
  await steps.read(inEurope, { title: 'strict', consistency: STRICT, expected: 'the newest' });
  await steps.read(inAmerica, { title: 'strict', consistency: STRICT, expected: 'wrong_region' });
  await steps.perform('check', 'Find the rows of the user', () => whereIs(environment, USER, { home: 'eu' }));
}

async function audited({ environment, steps, reporter }: Tour): Promise<void> {
  reporter.chapter('Audit', 'Every row of every placement is compared with the location directory.');
  await steps.perform('check', 'Audit both placements', async () => {
    const tally = await environment.audit();
    const findings = findingsOf(tally);
    return {
      ok: findings === 0 && tally.rows > 0,
      why: `${countOf(tally.rows, 'row')} and ${countOf(tally.entries, 'entry', 'entries')} of the directory were compared: ${findings} out of place.`,
    };
  });
}

/** Checks that every serving cluster of the home has the user's row, and no other cluster. */
async function whereIs(
  environment: ResidencyEnvironment,
  userId: string,
  { home }: { readonly home: string },
): Promise<PerformedStep> {
  const clusters = await environment.clustersWith(userId);
  const elsewhere = Object.entries(clusters).filter(([placement]) => placement !== home);
  const strays = elsewhere.flatMap(([, found]) => found);
  const atHome = clusters[home] ?? [];
  return {
    clusters: atHome,
    ok: atHome.length > 0 && strays.length === 0,
    why:
      strays.length === 0
        ? `Found in the placement "${home}" only: ${atHome.join(', ')}.`
        : `Found outside of the placement "${home}": ${strays.join(', ')}.`,
  };
}

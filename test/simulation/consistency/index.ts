import { seededRandom } from '../../../src/platform/random';
import type { EvidenceKind } from '../../../src/consistency/read/reader';
import {
  FIRST_VIOLATION,
  withFingerprint,
  type Flags,
  type Simulation,
  type SimulationReport,
  type SimulationRun,
  type Verdict,
} from '../harness';
import { exploreScenario, SCENARIO_NUMBERS } from '../exhaustive';
import { Dice } from './dice';
import { ConsistencyRun, READS } from './consistency-run';
import type { LinkOrder } from './world';

export const simulation: Simulation = {
  name: 'consistency',
  description: 'reads keep what their levels promise, and fail only when no replica could have kept it',
  about: `A seed is one run of the store: four clusters in three regions and one for batch work, processes in each region, and
sessions that write, read at every level and carry tokens along, until 1,000 rows have been read. Meanwhile links are slow,
lossy or cut, clusters stop, fail and grow slow, processes die, lose messages, have their clocks set, and see clusters drained.
Events leave a column of their own each; registers are overwritten and deleted. An answer has to show what it promised: each
event, and of each register a value that is not older than any write that it promised. Writes arrive twice and seconds late. A read that failed although a replica could have answered it counts as a violation as well.`,
  flags: {
    exhaustive: {
      about:
        'instead of random runs, go through everything that can happen in a small one: two clusters, two processes, three writes, attempts that are aborted and arrive late, any order of arrival, clocks within their bound. A seed is a scenario then',
    },
    'without-watermarks': {
      about: 'take answers as they come, without proof: then violations must show, or the verdict is bad',
    },
    'short-horizon': {
      about: 'take writes for replicated after 300 ms, which many are not: then violations must show',
    },
    'without-markers': {
      about:
        'let deletions leave no marker behind: then what arrives late must come back, and violations must show',
    },
    'without-commit-wait': {
      about: 'acknowledge writes before every clock has passed their versions: then violations must show',
    },
    'without-hybrid-versions': {
      about: 'version writes by the clock alone, whatever the row shows: then violations must show',
    },
    'without-chain': {
      about:
        'let each watermark vouch for all before it, while the commits of one row overtake each other: then violations must show',
    },
    'reorder-within-row': {
      about: 'let the commits of one row overtake each other on their way between clusters',
    },
    'add-accepting': {
      about:
        'add clusters as accepting writes, not as draining first, while processes learn of it at different moments',
    },
    'without-announcements': {
      about: 'the same, and let processes write to such a cluster unannounced: then violations must show',
    },
    reorder: {
      about:
        'let rows overtake each other on their way between clusters: heartbeats then prove nothing, and the audit has to find it',
    },
    evidence: {
      about: 'what proves that nothing is missing',
      values: ['row', 'row+shard'],
      usually: 'either, by chance; row with --reorder',
    },
    reads: { about: 'end a seed after so many checked reads', values: 'n', usually: `${READS}` },
    ...FIRST_VIOLATION,
  },
  seeds: { usual: 100, quick: 10 },
  casesOf: (flags) => (flags['exhaustive'] === undefined ? undefined : SCENARIO_NUMBERS),
  async run(seed: number, flags: Flags): Promise<SimulationRun> {
    if (flags['exhaustive'] !== undefined) return exploreScenario(seed, flags);
    const life = await ConsistencyRun.begin(new Dice(seededRandom(seed)), {
      watermarks: flags['without-watermarks'] === undefined,
      guards: {
        markers: flags['without-markers'] === undefined,
        commitWait: flags['without-commit-wait'] === undefined,
        hybridVersions: flags['without-hybrid-versions'] === undefined,
        chains: flags['without-chain'] === undefined,
      },
      order: orderOf(flags),
      addsAccepting: flags['add-accepting'] !== undefined || flags['without-announcements'] !== undefined,
      announces: flags['add-accepting'] !== undefined,
      shortHorizon: flags['short-horizon'] !== undefined,
      evidence: flags['evidence'] as EvidenceKind | undefined,
      reads: Number(flags['reads'] ?? READS),
      endsAtViolation: flags['first-violation'] !== undefined,
    });
    return withFingerprint(await life.run());
  },
  judge,
};

function orderOf(flags: Flags): LinkOrder | undefined {
  if (flags['reorder-within-row'] !== undefined || flags['without-chain'] !== undefined) return 'none';
  return flags['reorder'] === undefined ? undefined : 'rows';
}

/** Flags that take a guard away, each with what then breaks promises. */
const WITHOUT_GUARD: Readonly<Record<string, string>> = {
  'without-watermarks': 'answers are taken as they come',
  'short-horizon': 'replication takes longer than reads are configured for',
  'without-markers': 'deletions leave no marker',
  'without-commit-wait': 'writes are acknowledged before every clock has passed their versions',
  'without-hybrid-versions': 'versions follow the clock alone',
  'without-chain': 'each watermark vouches for all before it',
  'without-announcements': 'processes learn at different moments of a cluster that takes writes',
};

/**
 * Returns the result of the runs. Without a guard the anomalies must show, or their absence would prove nothing; out of order
 * only heartbeats may err.
 */
function judge({ failures, violations, counts }: SimulationReport, flags: Flags): Verdict {
  const seeds = `${violations} violations in ${failures.length} seeds`;
  const why = Object.entries(WITHOUT_GUARD).find(([flag]) => flags[flag] !== undefined)?.[1];
  if (why !== undefined) {
    return violations > 0
      ? { ok: true, text: `${seeds}, as there have to be where ${why}` }
      : { ok: false, text: `no violation although ${why}, so that none with the guard means nothing` };
  }
  if (flags['reorder'] === undefined || flags['evidence'] !== 'row+shard') {
    return violations === 0 ? { ok: true, text: 'nothing was violated' } : { ok: false, text: seeds };
  }
  const audited = counts['audits violated'] ?? 0;
  return violations === 0 || audited > 0
    ? { ok: true, text: `${seeds}: heartbeats prove nothing out of order. The audit found ${audited}` }
    : { ok: false, text: `${seeds}, and the audit found none` };
}

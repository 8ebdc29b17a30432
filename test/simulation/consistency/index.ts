import { seededRandom } from '../../../src/platform/random';
import type { Evidence } from '../../../src/watermark/reader';
import {
  withFingerprint,
  type Flags,
  type Simulation,
  type SimulationReport,
  type SimulationRun,
  type Verdict,
} from '../harness';
import { Dice } from './dice';
import { Life } from './life';

export const simulation: Simulation = {
  name: 'consistency',
  description: 'reads keep what their levels promise, and fail only when nobody could have kept it',
  about: `A seed is a life of the store: four clusters in three regions and one for batch work, processes in each region, and
sessions that write, read at every level and carry tokens along, until 1,000 rows have been read. Meanwhile links are slow,
lossy or cut, clusters stop, fail and grow slow, processes die, lose messages, have their clocks set, and see clusters drained.
Each write leaves a mark of its own, so each answer shows which writes it contains: those that it promised have to be there.
A read that failed though somebody could have answered it counts as a violation as well.`,
  flags: {
    'without-watermarks': {
      about: 'take answers as they come, without proof: then violations must show, or the verdict is bad',
    },
    'short-horizon': {
      about: 'take writes for replicated after 300 ms, which many are not: then violations must show',
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
  },
  seeds: { usual: 100, quick: 10 },
  async run(seed: number, flags: Flags): Promise<SimulationRun> {
    const life = await Life.begin(new Dice(seededRandom(seed)), {
      watermarks: flags['without-watermarks'] === undefined,
      reorder: flags['reorder'] !== undefined,
      shortHorizon: flags['short-horizon'] !== undefined,
      evidence: flags['evidence'] as Evidence | undefined,
    });
    return withFingerprint(await life.run());
  },
  judge,
};

/** Without watermarks the anomalies must show, or their absence would prove nothing; out of order only heartbeats may err. */
function judge({ failures, violations, counts }: SimulationReport, flags: Flags): Verdict {
  const seeds = `${violations} violations in ${failures.length} seeds`;
  if (flags['without-watermarks'] !== undefined) {
    return violations > 0
      ? { ok: true, text: `${seeds}, as there have to be without watermarks` }
      : { ok: false, text: 'no violation without watermarks, so with them none means nothing' };
  }
  if (flags['short-horizon'] !== undefined) {
    return violations > 0
      ? { ok: true, text: `${seeds}, as there have to be where replication takes longer than it is said to` }
      : { ok: false, text: 'no violation beyond the horizon, so nothing is known of those within' };
  }
  if (flags['reorder'] === undefined || flags['evidence'] !== 'row+shard') {
    return violations === 0 ? { ok: true, text: 'nothing was violated' } : { ok: false, text: seeds };
  }
  const audited = counts['audits violated'] ?? 0;
  return violations === 0 || audited > 0
    ? { ok: true, text: `${seeds}: heartbeats prove nothing out of order. The audit found ${audited}` }
    : { ok: false, text: `${seeds}, and the audit found none` };
}

import { seededRandom } from '../../../src/platform/random';
import { Dice } from '../consistency/dice';
import {
  withFingerprint,
  type Flags,
  type Simulation,
  type SimulationReport,
  type SimulationRun,
  type Verdict,
} from '../harness';
import { GUARDS, type Guard } from './broken';
import { Life } from './life';

export const simulation: Simulation = {
  name: 'compaction',
  description:
    'counts are the same before, during and after compaction, with concurrent compactors that die at any time',
  about: `A seed is a history of events, late ones and duplicates among them, in two regions that lag and are cut off, with three
compactors that start, stop and die at any moment. Counts are compared with those of a plain model, before, during and after.`,
  flags: {
    without: {
      about: 'leave out one part of the protocol: then counts must go wrong, or the verdict is bad',
      values: GUARDS,
      usually: 'all of it is there',
    },
  },
  seeds: { usual: 100, quick: 10 },
  async run(seed: number, flags: Flags): Promise<SimulationRun> {
    const life = await Life.begin(new Dice(seededRandom(seed)), flags['without'] as Guard | undefined);
    return withFingerprint(await life.run());
  },
  judge,
};

/** Guards whose absence must lead to wrong counts; otherwise right counts would prove nothing. */
function judge({ failures, violations }: SimulationReport, flags: Flags): Verdict {
  const seeds = `${violations} violations in ${failures.length} seeds`;
  if (flags['without'] === undefined) {
    return violations === 0 ? { ok: true, text: 'no count was ever wrong' } : { ok: false, text: seeds };
  }
  return violations > 0
    ? { ok: true, text: `${seeds}, as there have to be without ${flags['without'] as string}` }
    : {
        ok: false,
        text: `no violation without ${flags['without'] as string}, so with it none means nothing`,
      };
}

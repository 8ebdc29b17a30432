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
  name: 'sketches',
  description:
    'the sketches of each region have all acknowledged events, with concurrent writers and mergers that die at any time',
  about: `A seed is a history of writers and mergers of sketches in two regions that lag, are cut off, repeat writes and die. In the
end each region's sketches must equal those of all acknowledged events, in every register.`,
  flags: {
    without: {
      about: 'leave out one part of the protocol: then sketches must go wrong, or the verdict is bad',
      values: GUARDS,
      usually: 'all of it is there',
    },
  },
  seeds: { usual: 50, quick: 8 },
  async run(seed: number, flags: Flags): Promise<SimulationRun> {
    const life = await Life.begin(new Dice(seededRandom(seed)), flags['without'] as Guard | undefined);
    return withFingerprint(await life.run());
  },
  judge,
};

/** Guards whose absence must lead to wrong sketches; otherwise right sketches would prove nothing. */
function judge({ failures, violations }: SimulationReport, flags: Flags): Verdict {
  const seeds = `${violations} violations in ${failures.length} seeds`;
  if (flags['without'] === undefined) return { ok: violations === 0, text: seeds };
  return { ok: violations > 0, text: `${seeds}, and there have to be some` };
}

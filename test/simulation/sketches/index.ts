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
    'sketches are those of all that was acknowledged, in each region, whoever writes and merges them, and dies over it',
  about: `A seed is a life of writers and mergers of sketches in two regions that lag, are cut off, repeat themselves and die. In the
end each region's sketches have to be those of all that was acknowledged, to the register.`,
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

/** Without one of its guards sketches must go wrong, or their being right would prove nothing. */
function judge({ failures, violations }: SimulationReport, flags: Flags): Verdict {
  const seeds = `${violations} violations in ${failures.length} seeds`;
  if (flags['without'] === undefined) return { ok: violations === 0, text: seeds };
  return { ok: violations > 0, text: `${seeds}, and there have to be some` };
}

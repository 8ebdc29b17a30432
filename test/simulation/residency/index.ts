import { seededRandom } from '../../../src/platform/random';
import { Dice } from '../consistency/dice';
import {
  FIRST_VIOLATION,
  withFingerprint,
  type Flags,
  type Simulation,
  type SimulationReport,
  type SimulationRun,
  type Verdict,
} from '../harness';
import { allGuards, GUARDS, type Guard } from './guards';
import { ResidencyRun } from './residency-run';

export const simulation: Simulation = {
  name: 'residency',
  description:
    'users move between placements while they are read and written, and nothing is lost or left behind',
  about: `A seed is one run: two placements with batch clusters, and a directory; processes in two regions, with clients that
write, delete, reserve and read at every level; and movers that crash, are paused and replaced. Processes are stopped or
suspended for longer than their lease, links are slow, requests are late, lost or arrive twice, clusters stop, and regions
are cut off. No acknowledged write may be lost, no deleted value may come back, no read may be weaker than its level, no cap
may be exceeded, and in the end no cell of a user may be outside of the user's placement.`,
  flags: {
    without: {
      about: 'leave out one part of the protocol: then violations must show, or the verdict is bad',
      values: Object.keys(GUARDS),
      usually: 'all of it is there',
    },
    ...FIRST_VIOLATION,
  },
  seeds: { usual: 100, quick: 15 },
  async run(seed: number, flags: Flags): Promise<SimulationRun> {
    const guards = allGuards(flags['without'] as Guard | undefined);
    const run = await ResidencyRun.begin(new Dice(seededRandom(seed)), {
      guards,
      endsAtViolation: flags['first-violation'] !== undefined,
    });
    return withFingerprint(await run.run());
  },
  judge,
};

/** Without a guard violations must show; otherwise none with it would prove nothing. */
function judge({ failures, violations }: SimulationReport, flags: Flags): Verdict {
  const seeds = `${violations} violations in ${failures.length} seeds`;
  const without = flags['without'] as Guard | undefined;
  if (without === undefined)
    return { ok: violations === 0, text: violations === 0 ? 'nothing was violated' : seeds };
  return violations > 0
    ? { ok: true, text: `${seeds}, as there have to be where ${GUARDS[without]}` }
    : {
        ok: false,
        text: `no violation although ${GUARDS[without]}, so that none with the guard means nothing`,
      };
}

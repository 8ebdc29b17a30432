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
import { ErasureRun } from './erasure-run';
import { allGuards, GUARDS, type Guard } from './guards';

/** Two of seven seeds delete events by filters. The seed alone decides, so that the runs of all others stay as they were. */
const SEEDS = 7;
const SEEDS_WITH_DELETIONS: ReadonlySet<number> = new Set([2, 6]);

export const simulation: Simulation = {
  name: 'erasure',
  description:
    'users are erased while they are read, written, compacted and restored, and nothing comes back',
  about: `A seed is one run: an instance with three clusters, or two placements between which users move; processes in two
regions, whose clients read, send events, late ones and duplicates among them, make reservations, decide about purposes, and
write objects; pipelines that write objects from what they have read before; imports of old files and replays of dead letters;
deletions of events by a filter; compactors, movers and workers of erasures that die at any step while others go on; and restores
of the table from a backup.
Processes are paused, clocks are stepped, requests are late, lost or arrive twice, links are slow, clusters stop and regions are
cut off. No strict read may show what was erased before it began, no acknowledged write after an erasure may be missing,
certificates must be true, and in the end no cluster may have an event that is erased.`,
  flags: {
    without: {
      about: 'leave out one part of the protocol: then violations must show, or the verdict is bad',
      values: Object.keys(GUARDS),
      usually: 'all of it is there',
    },
  },
  seeds: { usual: 100, quick: 15 },
  async run(seed: number, flags: Flags): Promise<SimulationRun> {
    const guards = allGuards(flags['without'] as Guard | undefined);
    const deletesEvents = SEEDS_WITH_DELETIONS.has(seed % SEEDS);
    const run = await ErasureRun.begin(new Dice(seededRandom(seed)), guards, deletesEvents);
    return withFingerprint(await run.run());
  },
  judge,
};

/** Without a guard violations must show; otherwise none with it would prove nothing. */
function judge({ failures, violations }: SimulationReport, flags: Flags): Verdict {
  const seeds = `${violations} violations in ${failures.length} seeds`;
  const without = flags['without'] as Guard | undefined;
  if (without === undefined)
    return { ok: violations === 0, text: violations === 0 ? 'nothing came back' : seeds };
  return violations > 0
    ? { ok: true, text: `${seeds}, as there have to be where ${GUARDS[without]}` }
    : {
        ok: false,
        text: `no violation although ${GUARDS[without]}, so that none with the guard means nothing`,
      };
}

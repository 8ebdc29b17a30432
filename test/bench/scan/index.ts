import { eventsOf } from '../../../src/core/columns/read-events';
import {
  rounded,
  target,
  type Benchmark,
  type BenchOptions,
  type BenchResult,
  type BenchTable,
} from '../harness';
import { contestantsFor, type Contestant } from './contestants';
import { eventsOfUser, rawCells, TYPE, weekBlocks } from './data';
import { queryOf } from './queries';

const DAYS = 28;
const EVENTS = 10_000;
const HEAVY = { days: DAYS, eventsPerDay: Math.ceil(EVENTS / DAYS), ads: 400, seed: 7 };
const TYPICAL = { days: DAYS, eventsPerDay: 33, seed: 11 };
/** How many different ads a typical user is shown: what bytes per event depend on most. */
const TYPICAL_ADS = [20, 40, 80, 160];
const ASSUMED_ADS = 40;

const RUNS_PER_TURN = 20;

const PACKED_TO_PLAIN = 10;
const BYTES_PER_EVENT = 16;

export const benchmark: Benchmark = {
  name: 'scan',
  description:
    'one pass over 10,000 packed events: 4 levels, 6 windows, 200 candidates; bytes of action blocks',
  async run(options) {
    const events = eventsOfUser(HEAVY).slice(0, EVENTS);
    const contestants = contestantsFor(events, queryOf(events, DAYS));
    const nanoseconds = measure(contestants, events.length, options);
    const bytes = TYPICAL_ADS.map((ads) => ({ ads, ...sizesOf(ads) }));
    return resultOf(contestants, nanoseconds, bytes);
  },
};

/**
 * Per event, the least of all runs: whatever else this machine does can make a run slower only. The contestants take turns
 * of several runs, so that none is measured in caches that another one has filled.
 */
function measure(
  contestants: Readonly<Record<string, Contestant>>,
  events: number,
  { quick, progress }: BenchOptions,
): Readonly<Record<string, number>> {
  const least: Record<string, number> = {};
  const endsAt = process.hrtime.bigint() + (quick ? 15n : 40n) * 1_000_000_000n;
  for (let round = 0; process.hrtime.bigint() < endsAt; round++) {
    progress(`round ${round}`);
    for (const [key, contestant] of Object.entries(contestants)) {
      for (let run = 0; run < RUNS_PER_TURN; run++) {
        least[key] = Math.min(timed(contestant) / events, least[key] ?? Infinity);
      }
    }
  }
  return least;
}

function timed(contestant: Contestant): number {
  const startedAt = process.hrtime.bigint();
  contestant.run();
  return Number(process.hrtime.bigint() - startedAt);
}

interface Sizes {
  readonly blockBytes: number;
  readonly cellBytes: number;
}

/** Bytes per event of a typical user's week blocks, and of the same events as single cells. */
function sizesOf(ads: number): Sizes {
  const cells = rawCells(eventsOfUser({ ...TYPICAL, ads }));
  const blocks = weekBlocks(cells);
  const bytes = (all: typeof cells): number =>
    all.reduce((sum, { qualifier, value }) => sum + qualifier.length + value.length, 0);
  const count = eventsOf(cells, TYPE).parts.reduce((sum, part) => sum + part.count, 0);
  return { blockBytes: bytes(blocks) / count, cellBytes: bytes(cells) / count };
}

function resultOf(
  contestants: Readonly<Record<string, Contestant>>,
  ns: Readonly<Record<string, number>>,
  sizes: readonly (Sizes & { readonly ads: number })[],
): BenchResult {
  const assumed = sizes.find(({ ads }) => ads === ASSUMED_ADS)!;
  const figures = {
    ...Object.fromEntries(Object.entries(ns).map(([key, value]) => [`${key}NsPerEvent`, rounded(value)])),
    plainToPacked: rounded(ns.plain! / ns.packed!),
    plainDedupToPacked: rounded(ns.plainDedup! / ns.packed!),
    packedToBare: rounded(ns.packed! / ns.bare!),
    ...Object.fromEntries(
      sizes.map(({ ads, blockBytes }) => [`bytesPerEventOf${ads}Ads`, rounded(blockBytes)]),
    ),
  };
  return {
    figures,
    targets: [
      // Single events must be deduplicated before they are counted; blocks are already.
      target(
        'objects and Maps, deduplicated and counted / blocks, unpacked and counted',
        ns.plainDedup! / ns.packed!,
        '>=',
        PACKED_TO_PLAIN,
      ),
      target(`bytes per event of week blocks, ${ASSUMED_ADS} ads`, assumed.blockBytes, '<=', BYTES_PER_EVENT),
    ],
    tables: [timesTable(contestants, ns), sizesTable(sizes)],
  };
}

function timesTable(
  contestants: Readonly<Record<string, Contestant>>,
  ns: Readonly<Record<string, number>>,
): BenchTable {
  return {
    title: `One pass over ${EVENTS} events of ${DAYS} days, 4 levels, 6 windows, 200 candidates`,
    header: ['', 'ns/event', 'µs', '× blocks'],
    rows: Object.entries(contestants).map(([key, { name }]) => [
      name,
      `${rounded(ns[key]!)}`,
      `${rounded((ns[key]! * EVENTS) / 1_000)}`,
      `${rounded(ns[key]! / ns.packed!)}`,
    ]),
  };
}

function sizesTable(sizes: readonly (Sizes & { readonly ads: number })[]): BenchTable {
  return {
    title: `Bytes per event with their columns' names: ${TYPICAL.eventsPerDay} events a day, in sessions; insertion and session ids of 64 bits, ids of 40`,
    header: ['different ads', 'blocks of weeks', 'single cells'],
    rows: sizes.map(({ ads, blockBytes, cellBytes }) => [
      `${ads}`,
      `${rounded(blockBytes)}`,
      `${rounded(cellBytes)}`,
    ]),
  };
}

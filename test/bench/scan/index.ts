import { readEvents } from '../../../src/core/columns/read-events';
import {
  rounded,
  target,
  type Benchmark,
  type BenchOptions,
  type BenchResult,
  type BenchSize,
  type BenchTable,
} from '../harness';
import { contestantsFor, contestantsForRow, type Contestant } from './contestants';
import { eventsOfUser, rawCells, TYPE, weekBlocks } from './data';
import { LARGE_QUERY, queryOf, TYPICAL_QUERY } from './queries';
import { singleCells, typicalRow } from './rows';

const DAYS = 28;
const EVENTS = 10_000;
const HEAVY = { days: DAYS, eventsPerDay: Math.ceil(EVENTS / DAYS), ads: 400, seed: 7 };
const TYPICAL = { days: DAYS, eventsPerDay: 33, seed: 11 };
/** Numbers of different ads of a typical user, which determine the bytes per event. */
const TYPICAL_ADS = [20, 40, 80, 160];
const ASSUMED_ADS = 40;

const SINGLE_CELLS = 1_000;

interface Pace {
  /** Seconds for the pass over many events, and for each of the rows; each contestant has at least one turn. */
  readonly heavy: number;
  readonly row: number;
  readonly runsPerTurn: number;
}

const PACES: Readonly<Record<BenchSize, Pace>> = {
  full: { heavy: 40, row: 10, runsPerTurn: 20 },
  quick: { heavy: 13, row: 4, runsPerTurn: 20 },
  smoke: { heavy: 0, row: 0, runsPerTurn: 1 },
};

const PACKED_TO_PLAIN = 10;
const BYTES_PER_EVENT = 16;

export const benchmark: Benchmark = {
  name: 'scan',
  description:
    'one pass over 10,000 packed events, over 1,000 single cells, over a typical row; bytes of action blocks',
  async run(options) {
    const events = eventsOfUser(HEAVY).slice(0, EVENTS);
    const contestants = contestantsFor(events, queryOf(events, { ...LARGE_QUERY, days: DAYS }));
    const { progress } = options;
    const { heavy, row: perRow, runsPerTurn } = PACES[options.size];
    const nanoseconds = measure(contestants, events.length, { seconds: heavy, runsPerTurn, progress });
    const rows = [
      { key: 'singleCells', name: 'only single cells', row: singleCells(SINGLE_CELLS, DAYS) },
      { key: 'typicalRow', name: '3 week blocks, 10 day blocks, 50 single cells', row: typicalRow() },
    ].map(({ key, name, row }): MeasuredRow => {
      const query = queryOf(row.events, { ...TYPICAL_QUERY, days: row.days });
      const ns = measure(contestantsForRow(row, query), 1, { seconds: perRow, runsPerTurn, progress });
      return { key, name, events: row.events.length, ns };
    });
    const bytes = TYPICAL_ADS.map((ads) => ({ ads, ...sizesOf(ads) }));
    return resultOf(contestants, nanoseconds, { sizes: bytes, rows });
  },
};

/**
 * Measures the time per event as the minimum of all runs, because other processes can only slow a run down. The
 * contestants take turns of several runs, so that none benefits from the caches of another.
 */
function measure(
  contestants: Readonly<Record<string, Contestant>>,
  events: number,
  {
    seconds,
    runsPerTurn,
    progress,
  }: Pick<BenchOptions, 'progress'> & Pick<Pace, 'runsPerTurn'> & { readonly seconds: number },
): Readonly<Record<string, number>> {
  const least: Record<string, number> = {};
  const endsAt = process.hrtime.bigint() + BigInt(seconds) * 1_000_000_000n;
  for (let round = 0; round === 0 || process.hrtime.bigint() < endsAt; round++) {
    progress(`round ${round}`);
    for (const [key, contestant] of Object.entries(contestants)) {
      for (let run = 0; run < runsPerTurn; run++) {
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

/** Times of a row's contestants, in nanoseconds. */
interface MeasuredRow {
  readonly key: string;
  readonly name: string;
  readonly events: number;
  readonly ns: Readonly<Record<string, number>>;
}

interface Sizes {
  readonly blockBytes: number;
  readonly cellBytes: number;
}

/** Returns the bytes per event of a typical user's week blocks, and of the same events as single cells. */
function sizesOf(ads: number): Sizes {
  const cells = rawCells(eventsOfUser({ ...TYPICAL, ads }));
  const blocks = weekBlocks(cells);
  const bytes = (all: typeof cells): number =>
    all.reduce((sum, { qualifier, value }) => sum + qualifier.length + value.length, 0);
  const count = readEvents(cells, TYPE).parts.reduce((sum, part) => sum + part.count, 0);
  return { blockBytes: bytes(blocks) / count, cellBytes: bytes(cells) / count };
}

interface Others {
  readonly sizes: readonly (Sizes & { readonly ads: number })[];
  readonly rows: readonly MeasuredRow[];
}

function resultOf(
  contestants: Readonly<Record<string, Contestant>>,
  ns: Readonly<Record<string, number>>,
  { sizes, rows }: Others,
): BenchResult {
  const assumed = sizes.find(({ ads }) => ads === ASSUMED_ADS)!;
  const figures = {
    ...Object.fromEntries(Object.entries(ns).map(([key, value]) => [`${key}NsPerEvent`, rounded(value)])),
    plainToPacked: rounded(ns.plain! / ns.packed!),
    plainDedupToPacked: rounded(ns.plainDedup! / ns.packed!),
    packedToBare: rounded(ns.packed! / ns.bare!),
    ...Object.fromEntries(rows.flatMap((row) => Object.entries(figuresOf(row)))),
    ...Object.fromEntries(
      sizes.map(({ ads, blockBytes }) => [`bytesPerEventOf${ads}Ads`, rounded(blockBytes)]),
    ),
  };
  return {
    figures,
    targets: [
      // Single events must be deduplicated before they are counted; blocks are deduplicated already.
      target(
        'objects and Maps, deduplicated and counted / blocks, unpacked and counted',
        ns.plainDedup! / ns.packed!,
        '>=',
        PACKED_TO_PLAIN,
      ),
      target(`bytes per event of week blocks, ${ASSUMED_ADS} ads`, assumed.blockBytes, '<=', BYTES_PER_EVENT),
    ],
    tables: [timesTable(contestants, ns), rowsTable(rows), sizesTable(sizes)],
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

function figuresOf({ key, events, ns }: MeasuredRow): Readonly<Record<string, number>> {
  return {
    [`${key}Us`]: rounded(ns.stored! / 1_000),
    [`${key}NsPerEvent`]: rounded(ns.stored! / events),
    [`${key}PlainTo`]: rounded(ns.plain! / ns.stored!),
    [`${key}PlainDedupTo`]: rounded(ns.plainDedup! / ns.stored!),
  };
}

function rowsTable(rows: readonly MeasuredRow[]): BenchTable {
  return {
    title:
      'Typical rows: 4 levels, 3 windows, 100 candidates; × is the time with objects and Maps, with deduplication and for counting only',
    header: ['a row of', 'events', 'µs', 'ns/event', '× deduplicated and counted', '× counted only'],
    rows: rows.map(({ name, events, ns }) => [
      name,
      `${events}`,
      `${rounded(ns.stored! / 1_000)}`,
      `${rounded(ns.stored! / events)}`,
      `${rounded(ns.plainDedup! / ns.stored!)}`,
      `${rounded(ns.plain! / ns.stored!)}`,
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

import { readEvents } from '../../../src/core/columns/read-events';
import { countEvents } from '../../../src/core/counts/count-events';
import type { CountedQuery } from '../../../src/core/counts/count-query';
import type { CountTable } from '../../../src/core/counts/count-table';
import type { ActionEvent } from '../../../src/core/events/event';
import { WrongAnswer } from '../harness';
import { rawCells, TYPE, weekBlocks } from './data';
import type { Row } from './rows';
import { countPlainly, deduplicatePlainly, plainEvents, type PlainCounts } from './plain-count';

export interface Contestant<Answer = unknown> {
  readonly name: string;
  readonly run: () => Answer;
}

/** Returns the contestants by their keys in the figures, after checking that all counts agree. */
export function contestantsFor(
  events: readonly ActionEvent[],
  query: CountedQuery,
): Readonly<Record<string, Contestant>> {
  const cells = rawCells(events);
  const blocks = weekBlocks(cells);
  const { parts } = readEvents(blocks, TYPE);
  const plain = plainEvents(events);
  const counting = {
    packed: {
      name: 'blocks: unpacked and counted',
      run: () => countEvents(query, readEvents(blocks, TYPE).parts, 0),
    },
    unpacked: { name: 'blocks: counted only', run: () => countEvents(query, parts, 0) },
    cells: {
      name: 'single cells: read and counted',
      run: () => countEvents(query, readEvents(cells, TYPE).parts, 0),
    },
  };
  const plainly = {
    plain: { name: 'objects and Maps: counted only', run: () => countPlainly(plain, query) },
    plainDedup: {
      name: 'objects and Maps: deduplicated and counted',
      run: () => countPlainly(deduplicatePlainly(plain), query),
    },
  };
  checkAll(events, query, { counting, plainly });
  return {
    ...counting,
    ...plainly,
    unpacking: { name: 'blocks: unpacked only', run: () => readEvents(blocks, TYPE) },
    bare: { name: 'bare pass over the same columns', run: () => barePass(parts, query) },
  };
}

/** Returns the contestants for one stored row and for its events as objects. */
export function contestantsForRow(
  { events, cells }: Pick<Row, 'events' | 'cells'>,
  query: CountedQuery,
): Readonly<Record<'stored' | 'plain' | 'plainDedup', Contestant>> {
  const plain = plainEvents(events);
  const counting = {
    stored: {
      name: 'as stored: read and counted',
      run: () => countEvents(query, readEvents(cells, TYPE).parts, 0),
    },
  };
  const plainly = {
    plain: { name: 'objects and Maps: counted only', run: () => countPlainly(plain, query) },
    plainDedup: {
      name: 'objects and Maps: deduplicated and counted',
      run: () => countPlainly(deduplicatePlainly(plain), query),
    },
  };
  checkAll(events, query, { counting, plainly });
  return { ...counting, ...plainly };
}

function checkAll(
  events: readonly ActionEvent[],
  query: CountedQuery,
  { counting, plainly }: Counters,
): void {
  const expected = countPlainly(deduplicatePlainly(plainEvents(events)), query);
  for (const { name, run } of Object.values(counting)) compare(name, valuesOf(run(), query), expected);
  for (const { name, run } of Object.values(plainly)) compare(name, run(), expected);
}

interface Counters {
  readonly counting: Readonly<Record<string, Contestant<CountTable>>>;
  readonly plainly: Readonly<Record<string, Contestant<readonly PlainCounts[]>>>;
}

/** Minimum work of a pass: one comparison, one look-up and one sum for each event. */
function barePass(parts: ReturnType<typeof readEvents>['parts'], { windows }: CountedQuery): number {
  const fromMs = Math.min(...windows.map((window) => window.fromMs));
  let sum = 0;
  for (const { timesMs, combinations, actionCodes, count } of parts) {
    for (let i = 0; i < count; i++) if (timesMs[i]! >= fromMs) sum += actionCodes[combinations[i]!]!;
  }
  return sum;
}

function valuesOf({ total, levels }: CountTable, { windows }: CountedQuery): readonly PlainCounts[] {
  return windows.map((_, window) => ({
    total: total.counts[window]!,
    levels: levels.map(
      ({ ids, counts, rows }) =>
        new Map(Array.from({ length: rows }, (_row, id) => [ids.text(id), counts[window * rows + id]!])),
    ),
  }));
}

function compare(name: string, actual: readonly PlainCounts[], expected: readonly PlainCounts[]): void {
  const text = (counts: readonly PlainCounts[]): string =>
    JSON.stringify(counts.map(({ total, levels }) => [total, levels.map((level) => [...level].sort())]));
  if (text(actual) !== text(expected)) throw new WrongAnswer(`${name} counts otherwise`);
}

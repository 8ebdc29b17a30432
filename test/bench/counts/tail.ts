/** Causes of the slowest answers: lateness of the load process, garbage collections, or waiting for a CPU. */
import { rounded, type BenchTable } from '../harness';
import { percentile } from '../strict-read/percentile';
import type { LoadResult } from '../load/messages';
import type { Contestant, Pauses } from './messages';

/** A contestant under an open loop. */
export interface OpenLoop {
  readonly contestant: Contestant;
  readonly result: LoadResult;
  /** Pauses of the service during the measurement. */
  readonly pauses: Pauses;
  /** Processor time of the service during the measurement. */
  readonly cpuMicros: number;
  /** Processor time that went to processes outside of the benchmark meanwhile, in milliseconds. */
  readonly othersMs: number;
}

/** Share of the slowest answers: one in a hundred. */
const SLOWEST = 0.99;
/** A request that began so late was late before the service knew of it. */
const LATE_SHARE = 0.5;

export function tailTable({ contestant, result: { answers }, pauses }: OpenLoop): BenchTable {
  const limitMs = percentile(
    answers.map(({ dueMs, doneMs }) => doneMs - dueMs),
    SLOWEST,
  );
  const slow = answers.filter(({ dueMs, doneMs }) => doneMs - dueMs >= limitMs);
  const begunLate = slow.filter(
    ({ dueMs, sentMs, doneMs }) => sentMs - dueMs >= LATE_SHARE * (doneMs - dueMs),
  );
  const during = (collections: Pauses['collections']): typeof slow =>
    slow.filter(({ sentMs, doneMs }) =>
      collections.some(({ startMs, endMs }) => startMs < doneMs && endMs > sentMs),
    );
  const of = (some: readonly unknown[]): string => `${some.length} of ${slow.length}`;
  const p99 = (values: readonly number[]): string => `${rounded(percentile(values, SLOWEST))}`;
  const collectionsMs = pauses.collections.map(({ startMs, endMs }) => endMs - startMs);
  return {
    title: `what the slowest hundredth of them waited for, ${contestant}, in the round with the longest tail`,
    header: ['', 'measured'],
    rows: [
      ['p99 ms from when the load sent a request', p99(answers.map(({ sentMs, doneMs }) => doneMs - sentMs))],
      ['p99 ms by which the load sent it late', p99(answers.map(({ dueMs, sentMs }) => sentMs - dueMs))],
      ['slowest: stretches of time in which they were due', `${stretchesOf(slow)}`],
      ['slowest: late for at least half of their time', of(begunLate)],
      ['slowest: the service collected garbage meanwhile', of(during(pauses.collections))],
      [
        'slowest: a full collection of it meanwhile',
        of(during(pauses.collections.filter(({ isFull }) => isFull))),
      ],
      ['collections a second', `${rounded(collectionsMs.length / pauses.seconds)}`],
      ['longest collection, ms', `${rounded(Math.max(0, ...collectionsMs))}`],
      ['ms a second that the service waited for a processor', `${rounded(pauses.waitedMs / pauses.seconds)}`],
    ],
  };
}

/** Requests that are due within this time of each other may have waited for the same cause. */
const STRETCH_MS = 50;

function stretchesOf(answers: LoadResult['answers']): number {
  const dues = answers.map(({ dueMs }) => dueMs).sort((a, b) => a - b);
  return dues.filter((dueMs, i) => i === 0 || dueMs - dues[i - 1]! > STRETCH_MS).length;
}

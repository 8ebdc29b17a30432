import {
  decodeRangeRecord,
  decodeRunRecord,
  emptyRunTally,
  encodeRecord,
  rangeKey,
  rangeOfKey,
  rangesOfWorker,
  runKey,
  runRows,
  summarizeRun,
  type RangeRecord,
} from '../../../../src/core/pipelines/run-rows';
import { tidemarkError } from '../../../support/tidemark-error';

const run = { pipeline: 'a', runId: 'r1', corpus: 'users', runTimeMs: 5, ranges: 4, writes: ['profile'] };
const range = (share: number, objects: number): RangeRecord => ({
  owner: 'o',
  position: share === 1 ? undefined : 'p',
  share,
  isDone: share === 1,
  tally: { ...emptyRunTally(), objects },
});

describe('the rows of runs', () => {
  it('are those of a pipeline or of one run, without those of names that begin alike', () => {
    const within = (key: Buffer, names: readonly string[]): boolean => {
      const { start, end } = runRows(...names);
      return key.compare(start) >= 0 && key.compare(end) < 0;
    };
    const others = [
      runKey('ab', 'r1'),
      runKey('a-b', 'r1'),
      runKey('a', 'r10'),
      rangeKey({ ...run, runId: 'r10' }, 3),
    ];
    for (const key of [runKey('a', 'r1'), rangeKey(run, 3)]) {
      for (const names of [[], ['a'], ['a', 'r1']]) expect(within(key, names)).toBe(true);
      for (const names of [['ab'], ['a', 'r'], ['a', 'r10']]) expect(within(key, names)).toBe(false);
    }
    for (const key of others) expect(within(key, ['a', 'r1'])).toBe(false);
    expect([rangeOfKey(rangeKey(run, 63)), rangeOfKey(runKey('a', 'r1'))]).toEqual([63, undefined]);
  });

  it('have records that are read as they were written', () => {
    expect(decodeRunRecord(encodeRecord(run))).toEqual(run);
    for (const state of [range(1, 7), range(0.5, 3)])
      expect(decodeRangeRecord(encodeRecord(state))).toEqual(state);
    for (const text of ['', '{}', '{"owner":"o"}', '[]']) {
      expect(() => decodeRunRecord(Buffer.from(text))).toThrow(tidemarkError('data_corrupted'));
      expect(() => decodeRangeRecord(Buffer.from(text))).toThrow(tidemarkError('data_corrupted'));
    }
  });

  it('are summed up', () => {
    const some = new Map([
      [0, range(1, 7)],
      [2, range(0.5, 3)],
    ]);
    expect(summarizeRun(run, some)).toMatchObject({
      isComplete: false,
      rangesDone: 1,
      share: 0.375,
      objects: 10,
    });
    const all = new Map([0, 1, 2, 3].map((number) => [number, range(1, 1)]));
    expect(summarizeRun(run, all)).toMatchObject({ isComplete: true, rangesDone: 4, share: 1, objects: 4 });
  });
});

describe('the ranges of workers', () => {
  it('belong to one worker each, in about equal numbers', () => {
    for (const [count, ranges] of [
      [1, 64],
      [2, 64],
      [3, 64],
      [7, 64],
      [64, 64],
      [100, 256],
      [256, 256],
    ] as const) {
      const shares = Array.from({ length: count }, (_, index) => rangesOfWorker({ index, count }, ranges));
      expect(shares.flat().sort((a, b) => a - b)).toEqual(Array.from({ length: ranges }, (_, at) => at));
      const sizes = shares.map(({ length }) => length);
      expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
    }
  });
});

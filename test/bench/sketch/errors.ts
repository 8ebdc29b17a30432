/** Errors of estimates, Tidemark's and Redis's on the same items; and Tidemark's alone for sizes that Redis is too slow for. */
import { Sketch } from '../../../src/core/sketches/sketch';
import { randomWords } from '../../support/random-words';
import { WrongAnswer, type BenchOptions, type BenchSize } from '../harness';
import { Items } from './items';
import type { RedisSketches } from './redis-pfadd';

const ITEMS_PER_COMMAND = 100;
/** Beyond so many standard deviations, something else than chance is wrong. */
const DEVIATIONS_MAX = 6;

interface Plan {
  readonly sizes: readonly number[];
  readonly trials: number;
}

const PLANS: Readonly<Record<BenchSize, Plan>> = {
  full: { sizes: [1e2, 1e3, 1e4, 1e5, 1e6], trials: 100 },
  quick: { sizes: [1e2, 1e3, 1e4, 1e5], trials: 20 },
  smoke: { sizes: [1e2, 1e3, 1e4], trials: 3 },
};
const LARGE: Readonly<Record<BenchSize, readonly number[]>> = { full: [1e7, 1e8], quick: [], smoke: [1e5] };

/** Relative errors of the estimates of sets of one size, as root mean square and as mean. */
export interface ErrorFigures {
  readonly size: number;
  readonly trials: number;
  readonly ours: SideErrors;
  readonly redis: SideErrors | undefined;
}

interface SideErrors {
  readonly rms: number;
  readonly mean: number;
  /** Standard error that the sketches themselves report. */
  readonly reported?: number;
}

interface Sums {
  squares: number;
  errors: number;
  reported: number;
  trials: number;
}

const nothing = (): Sums => ({ squares: 0, errors: 0, reported: 0, trials: 0 });

/** One growing set per trial is estimated at each of the sizes. */
export async function measureErrors(
  redis: RedisSketches | undefined,
  { size: benchSize, progress }: BenchOptions,
): Promise<ErrorFigures[]> {
  const { sizes, trials } = PLANS[benchSize];
  const sums = sizes.map(() => ({ ours: nothing(), redis: nothing() }));
  const chunks = new Map(sizes.map((size) => [size, new Items(Math.min(size, 10_000))]));
  for (let trial = 0; trial < trials; trial++) {
    if (trial % 20 === 0) progress(`errors, trial ${trial} of ${trials}`);
    const sketch = new Sketch();
    let added = 0;
    for (const [at, size] of sizes.entries()) {
      while (added < size) {
        const items = chunks.get(largestStep(sizes, size - added))!;
        items.fill(1_000 + trial, added);
        items.addTo(sketch);
        await redis?.add('errors', items, ITEMS_PER_COMMAND);
        added += items.count;
      }
      note(sums[at]!.ours, sketch.estimate() / size - 1, sketch.relativeError());
      if (redis !== undefined) note(sums[at]!.redis, (await redis.count('errors')) / size - 1, 0);
    }
    await redis?.remove('errors');
  }
  return sizes.map((size, at) => figuresOf(size, sums[at]!.ours, redis && sums[at]!.redis));
}

/** Random hashes in place of items: their number is what is asked here. */
export async function measureLargeErrors({
  size: benchSize,
  progress,
}: BenchOptions): Promise<ErrorFigures[]> {
  const sizes = LARGE[benchSize];
  if (sizes.length === 0) return [];
  const trials = 20;
  const sums = sizes.map(nothing);
  for (let trial = 0; trial < trials; trial++) {
    if (trial % 10 === 0) progress(`errors of many items, trial ${trial} of ${trials}`);
    const word = randomWords(trial);
    const sketch = new Sketch();
    let added = 0;
    for (const [at, size] of sizes.entries()) {
      for (; added < size; added++) sketch.add(word(), word());
      note(sums[at]!, sketch.estimate() / size - 1, sketch.relativeError());
    }
    await new Promise(setImmediate);
  }
  return sizes.map((size, at) => figuresOf(size, sums[at]!, undefined));
}

/** Over all trials of all sizes. */
export function pooled(figures: readonly ErrorFigures[], side: 'ours' | 'redis'): number {
  const squares = figures.map((each) => (each[side]?.rms ?? 0) ** 2);
  return Math.sqrt(squares.reduce((sum, each) => sum + each) / squares.length);
}

/** Adds the missing items: sizes are multiples of the previous ones. */
function largestStep(sizes: readonly number[], missing: number): number {
  return sizes.filter((size) => size <= missing).at(-1) ?? sizes[0]!;
}

function note(sums: Sums, error: number, reported: number): void {
  sums.squares += error ** 2;
  sums.errors += error;
  sums.reported += reported ** 2;
  sums.trials++;
}

function figuresOf(size: number, ours: Sums, redis: Sums | undefined): ErrorFigures {
  const reported = Math.sqrt(ours.reported / ours.trials);
  const figures = { ...sideOf(ours), reported };
  const limit = reported * (1 + DEVIATIONS_MAX / Math.sqrt(2 * ours.trials));
  if (figures.rms > limit)
    throw new WrongAnswer(`at ${size} items the error is ${figures.rms}, reported ${reported}`);
  return { size, trials: ours.trials, ours: figures, redis: redis && sideOf(redis) };
}

function sideOf({ squares, errors, trials }: Sums): SideErrors {
  return { rms: Math.sqrt(squares / trials), mean: errors / trials };
}

import { parentPort, workerData } from 'node:worker_threads';
import { Day, type DayOptions } from './day';

/** A day to simulate and its seed. */
export type DayTask = readonly [options: DayOptions, seed: number];

/**
 * Simulates days in a worker thread with plain globals: in Jest's context each use of `Math` is so slow that a day
 * takes ten times as long.
 */
parentPort!.postMessage(
  (workerData as readonly DayTask[]).map(([options, seed]) => new Day(options, seed).run()),
);

import { DAY_SECONDS, relativeTraffic, type Scenario } from './scenario';

/** Returns the seconds from an event's arrival to its count, by the second of arrival. */
export type Lag = (second: number) => number;

export const steadyLag =
  (seconds: number): Lag =>
  () =>
    seconds;

const EMPTY_AT = 7 * 3_600;

/**
 * A queue for all events of the app, with a consumer just fast enough to have emptied it by 07:00, as reported. It
 * grows through the day. The waiting time follows from the traffic's shape alone.
 */
export function swellingLag({ swing }: Scenario): Lag {
  const traffic = Float64Array.from({ length: DAY_SECONDS }, (_, second) => relativeTraffic(swing, second));
  let [slow, fast] = [1, 1 + swing];
  for (let i = 0; i < 40; i++) {
    const middle = (slow + fast) / 2;
    if (backlogs(traffic, middle)[EMPTY_AT]! > 0) slow = middle;
    else fast = middle;
  }
  const backlog = backlogs(traffic, fast);
  return (second) => (backlog[second % DAY_SECONDS] ?? 0) / fast;
}

/** Queue length by second of the day, in seconds of average traffic, when every day is the same. */
function backlogs(traffic: Float64Array, capacity: number): Float64Array {
  const backlog = new Float64Array(traffic.length);
  let waiting = 0;
  for (let i = 0; i < 2 * traffic.length; i++) {
    const second = i % traffic.length;
    waiting += traffic[second]! - capacity;
    if (waiting < 0) waiting = 0;
    backlog[second] = waiting;
  }
  return backlog;
}

/** Events in flight, by the second in which they are counted. */
export class Pipeline {
  readonly #lag: Lag;
  readonly #due: (number[] | undefined)[] = [];

  constructor(lag: Lag) {
    this.#lag = lag;
  }

  send(key: number, arrivesAt: number): void {
    const second = Math.ceil(arrivesAt + this.#lag(Math.floor(arrivesAt)));
    (this.#due[second] ??= []).push(key);
  }

  /** Removes and returns the events counted in this second. */
  take(second: number): readonly number[] {
    const due = this.#due[second] ?? [];
    this.#due[second] = undefined;
    return due;
  }

  /** Second in which the last event is counted. */
  get lastSecond(): number {
    return this.#due.length - 1;
  }
}

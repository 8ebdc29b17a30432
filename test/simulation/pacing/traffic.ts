import type { Random } from '../../../src/platform/random';
import { DEDUP_WINDOW_SECONDS, type Scenario, viewsPerSecond } from './scenario';

const RECENT_MAX = 1 << 16;
/** Minimum time until a user returns, in seconds. */
const RETURN_SECONDS_MIN = 5;

/**
 * Draws the user of each page view, second by second: mostly any user, sometimes one who was there within the dedup
 * window.
 */
export class Traffic {
  readonly #scenario: Scenario;
  readonly #random: Random;
  readonly #recent = new Uint32Array(RECENT_MAX);
  #views = 0;
  #perSecond = 0;

  constructor(scenario: Scenario, random: Random) {
    this.#scenario = scenario;
    this.#random = random;
  }

  /** Returns the number of views in this second. */
  count(second: number): number {
    this.#perSecond = viewsPerSecond(this.#scenario, second);
    return Math.floor(this.#perSecond + this.#random());
  }

  /** Returns the user of a view in the current second. */
  nextUser(): number {
    const { users, repeatShare } = this.#scenario;
    const isRepeat = this.#random() < repeatShare;
    const user = (isRepeat ? this.#recentUser() : undefined) ?? Math.floor(this.#random() * users);
    this.#recent[this.#views++ % RECENT_MAX] = user;
    return user;
  }

  #recentUser(): number | undefined {
    const span = DEDUP_WINDOW_SECONDS - RETURN_SECONDS_MIN;
    const agoSeconds = RETURN_SECONDS_MIN + this.#random() * span;
    const place = this.#views - Math.floor(agoSeconds * this.#perSecond) - 1;
    return place < 0 || this.#views - place > RECENT_MAX ? undefined : this.#recent[place % RECENT_MAX];
  }
}

/** Returns the seconds from an event to its arrival: almost none, or as long as it waits on the phone. */
export function arrivalDelay({ waitingShare, waitingSeconds }: Scenario, random: Random): number {
  const waits = random() < waitingShare;
  return waits ? Math.min(WAITING_SECONDS_MAX, -Math.log(1 - random()) * waitingSeconds) : random();
}

const WAITING_SECONDS_MAX = 3_600;

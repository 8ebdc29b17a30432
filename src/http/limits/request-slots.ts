import { ANONYMOUS, type Caller } from '../../core/access/caller';
import type { Clock } from '../../platform/time/clock';
import type { CompiledEndpoint } from '../server/compiled-endpoint';
import type { LoadShedder } from './load-shedder';

/** Of the places that there are, what one caller takes at most while others ask too. */
const CALLER_SHARE = 0.75;
/** Others ask too if one of them has asked within that time, milliseconds. */
const OTHERS_MS = 10_000;

interface RecentCaller {
  readonly id: string;
  readonly atMs: number;
}

/**
 * The places of requests that are worked on: as many as the load shedder allows. A caller that would take all of them leaves
 * a quarter to the others, where callers are told apart.
 */
export class RequestSlots {
  readonly #shedder: LoadShedder;
  readonly #clock: Clock;
  readonly #takenByCaller = new Map<string, number>();
  #taken = 0;
  /** The callers that asked last, two different ones. */
  #latest: RecentCaller | undefined;
  #previous: RecentCaller | undefined;

  constructor(shedder: LoadShedder, clock: Clock) {
    this.#shedder = shedder;
    this.#clock = clock;
  }

  get taken(): number {
    return this.#taken;
  }

  /** Whether a place is free for some caller. */
  hasFreeSlot({ probe = false, bulk = false }: CompiledEndpoint): boolean {
    return probe || this.#shedder.admits(this.#taken, bulk);
  }

  /** Takes one; false where there is none for the caller. */
  take(endpoint: CompiledEndpoint, caller: Caller): boolean {
    if (!this.hasFreeSlot(endpoint)) return false;
    if (caller !== ANONYMOUS && endpoint.probe !== true && !this.#isWithinShare(caller.id)) return false;
    this.forceTake(caller);
    return true;
  }

  forceTake({ id }: Caller): void {
    this.#taken += 1;
    if (id !== ANONYMOUS.id) this.#takenByCaller.set(id, (this.#takenByCaller.get(id) ?? 0) + 1);
  }

  release({ id }: Caller): void {
    this.#taken -= 1;
    const left = (this.#takenByCaller.get(id) ?? 0) - 1;
    if (left > 0) this.#takenByCaller.set(id, left);
    else this.#takenByCaller.delete(id);
  }

  #isWithinShare(id: string): boolean {
    const nowMs = this.#clock.monotonicMs();
    if (this.#latest?.id !== id) this.#previous = this.#latest;
    this.#latest = { id, atMs: nowMs };
    const { limit } = this.#shedder;
    const mine = this.#takenByCaller.get(id) ?? 0;
    if (mine < limit * CALLER_SHARE) return true;
    return this.#previous === undefined || nowMs - this.#previous.atMs >= OTHERS_MS;
  }
}

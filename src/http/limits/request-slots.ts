import { ANONYMOUS, type Caller } from '../../core/access/caller';
import type { Clock } from '../../platform/time/clock';
import type { CompiledEndpoint } from '../server/compiled-endpoint';
import type { LoadShedder } from './load-shedder';

/** Maximum share of the slots for one caller while other callers are active. */
const CALLER_SHARE = 0.75;
/** Time after its last request for which a caller counts as active, in milliseconds. */
const OTHERS_MS = 10_000;

interface RecentCaller {
  readonly id: string;
  readonly atMs: number;
}

/**
 * Slots of the requests in progress, as many as the load shedder allows. With authentication, one caller gets at most
 * three quarters of them while others are active.
 */
export class RequestSlots {
  readonly #shedder: LoadShedder;
  readonly #clock: Clock;
  readonly #takenByCaller = new Map<string, number>();
  #taken = 0;
  /** The two callers with the most recent requests. */
  #latest: RecentCaller | undefined;
  #previous: RecentCaller | undefined;

  constructor(shedder: LoadShedder, clock: Clock) {
    this.#shedder = shedder;
    this.#clock = clock;
  }

  get taken(): number {
    return this.#taken;
  }

  /** Returns whether a slot is free, regardless of the caller's share. Probes always have one. */
  hasFreeSlot({ probe = false, bulk = false }: CompiledEndpoint): boolean {
    return probe || this.#shedder.admits(this.#taken, bulk);
  }

  /** Takes a slot. Returns false if none is free for the caller. */
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
    const taken = (this.#takenByCaller.get(id) ?? 0) - 1;
    if (taken > 0) this.#takenByCaller.set(id, taken);
    else this.#takenByCaller.delete(id);
  }

  #isWithinShare(id: string): boolean {
    const nowMs = this.#clock.monotonicMs();
    if (this.#latest?.id !== id) this.#previous = this.#latest;
    this.#latest = { id, atMs: nowMs };
    const { limit } = this.#shedder;
    const takenByCaller = this.#takenByCaller.get(id) ?? 0;
    if (takenByCaller < limit * CALLER_SHARE) return true;
    return this.#previous === undefined || nowMs - this.#previous.atMs >= OTHERS_MS;
  }
}

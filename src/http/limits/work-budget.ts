import { ANONYMOUS, type Caller } from '../../core/access/caller';

export interface WorkBudgetLimits {
  /** Work of all requests that are worked on, numbers of their answers. */
  readonly workInFlightMax: number;
  /** Requests with less work than that are ordinary ones, and take nothing. */
  readonly workOrdinaryMax: number;
}

/**
 * Bounds the work that is begun. A request for a hundred users, windows and ids each takes as long as thousands of ordinary
 * ones, so places alone would admit more than can be answered in time. The unit is one number of an answer, of which a
 * processor makes some millions a second; what a request takes is estimated before it begins.
 *
 * One caller takes half of it at most, where callers are told apart. A request that is larger than what there is in all is
 * admitted when nothing else is being worked on.
 */
export class WorkBudget {
  readonly #limits: WorkBudgetLimits;
  readonly #takenByCaller = new Map<string, number>();
  #taken = 0;

  constructor(limits: WorkBudgetLimits) {
    this.#limits = limits;
  }

  /** Work that is begun and not ended. */
  get taken(): number {
    return this.#taken;
  }

  /** How much the request has taken, to be given back when it ends; undefined where there is no room for it now. */
  take({ id }: Caller, work: number): number | undefined {
    const { workInFlightMax, workOrdinaryMax } = this.#limits;
    if (work <= workOrdinaryMax) return 0;
    const ofCaller = this.#takenByCaller.get(id) ?? 0;
    const ofCallerMax = id === ANONYMOUS.id ? workInFlightMax : workInFlightMax / 2;
    if (!fits(this.#taken, work, workInFlightMax) || !fits(ofCaller, work, ofCallerMax)) return undefined;
    this.#taken += work;
    this.#takenByCaller.set(id, ofCaller + work);
    return work;
  }

  release({ id }: Caller, taken: number): void {
    if (taken === 0) return;
    this.#taken -= taken;
    const left = this.#takenByCaller.get(id)! - taken;
    if (left === 0) this.#takenByCaller.delete(id);
    else this.#takenByCaller.set(id, left);
  }
}

function fits(taken: number, work: number, most: number): boolean {
  return taken === 0 || taken + work <= most;
}

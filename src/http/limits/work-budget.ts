import { ANONYMOUS, type Caller } from '../../core/access/caller';

export interface WorkBudgetLimits {
  /** Maximum work of all requests in progress, in numbers of their answers. */
  readonly workInFlightMax: number;
  /** Maximum work of an ordinary request, which takes nothing from the budget. */
  readonly workOrdinaryMax: number;
}

/**
 * Limits the work in progress. A request for a hundred users, windows and ids takes as long as thousands of ordinary
 * ones, so request slots alone would admit more than can be answered in time. The unit is one number of an answer; a
 * processor computes millions per second. The work of a request is estimated before it begins.
 *
 * With authentication, one caller gets at most half of the budget. A request larger than the budget is admitted when no
 * other work is in progress.
 */
export class WorkBudget {
  readonly #limits: WorkBudgetLimits;
  readonly #takenByCaller = new Map<string, number>();
  #taken = 0;

  constructor(limits: WorkBudgetLimits) {
    this.#limits = limits;
  }

  /** Work in progress. */
  get taken(): number {
    return this.#taken;
  }

  /** Takes `work` and returns the amount to `release` when the request ends; undefined if too little is left. */
  take({ id }: Caller, work: number): number | undefined {
    const { workInFlightMax, workOrdinaryMax } = this.#limits;
    if (work <= workOrdinaryMax) return 0;
    const takenByCaller = this.#takenByCaller.get(id) ?? 0;
    const callerMax = id === ANONYMOUS.id ? workInFlightMax : workInFlightMax / 2;
    if (!fits(this.#taken, work, workInFlightMax) || !fits(takenByCaller, work, callerMax)) return undefined;
    this.#taken += work;
    this.#takenByCaller.set(id, takenByCaller + work);
    return work;
  }

  release({ id }: Caller, taken: number): void {
    if (taken === 0) return;
    this.#taken -= taken;
    const remaining = this.#takenByCaller.get(id)! - taken;
    if (remaining === 0) this.#takenByCaller.delete(id);
    else this.#takenByCaller.set(id, remaining);
  }
}

function fits(taken: number, work: number, max: number): boolean {
  return taken === 0 || taken + work <= max;
}

import { setCell } from '../../bigtable/write/mutations';
import type { CallOptions } from '../../bigtable/client/types';
import { encodePacingState } from '../../codec/messages/pacing-messages';
import type { PublishedState } from '../../core/pacing/published-state';
import { rowKey } from '../../core/rows/row-key';
import { TidemarkError } from '../../errors';
import type { Writer } from '../../consistency/store';
import { CURRENT_QUALIFIER, PACING_TABLE, STATE_FAMILY } from './pacing-rows';

/** Tells many states at once. Resolves with those that are told; rejects where none of them is known to be. */
export type PublishStates = (
  states: readonly PublishedState[],
  options: CallOptions,
) => Promise<readonly PublishedState[]>;

export interface StateOutboxLimits {
  /** States in one call, and how long that may take. */
  readonly statesPerCall: number;
  readonly callTimeoutMs: number;
}

/**
 * One way to tell states to those who follow the changes. What could not be told is kept until it can be, unless there is a
 * newer state of the campaign by then.
 */
export class StateOutbox {
  readonly #tell: PublishStates;
  readonly #limits: StateOutboxLimits;
  readonly #untold = new Map<string, PublishedState>();
  #under: Promise<void> | undefined;

  constructor(tell: PublishStates, limits: StateOutboxLimits) {
    this.#tell = tell;
    this.#limits = limits;
  }

  get pendingCount(): number {
    return this.#untold.size;
  }

  /** Whether some is being told: what is added meanwhile is told with it. */
  get isFlushing(): boolean {
    return this.#under !== undefined;
  }

  isPending(campaignId: string): boolean {
    return this.#untold.has(campaignId);
  }

  add(states: readonly PublishedState[]): void {
    for (const state of states) this.#untold.set(state.campaignId, state);
  }

  /**
   * Tells all that is untold. A call that fails ends it; states that a call leaves out keep none of the others waiting. Rejects in
   * either case: what is left is for the next time.
   */
  flush(signal: AbortSignal): Promise<void> {
    this.#under ??= this.#flush(signal).finally(() => (this.#under = undefined));
    return this.#under;
  }

  async #flush(signal: AbortSignal): Promise<void> {
    const { statesPerCall } = this.#limits;
    let leftOut = 0;
    while (this.#untold.size > 0 && leftOut === 0) {
      const campaignIds = [...this.#untold.keys()];
      for (let from = 0; from < campaignIds.length; from += statesPerCall) {
        leftOut += await this.#call(campaignIds.slice(from, from + statesPerCall), signal);
      }
    }
    if (leftOut > 0) throw new TidemarkError('store_unavailable', `${leftOut} states could not be told`);
  }

  /** One call, for what is the newest now. Resolves with the number of states that are left out. */
  async #call(campaignIds: readonly string[], signal: AbortSignal): Promise<number> {
    signal.throwIfAborted();
    const batch = campaignIds.flatMap((id) => this.#untold.get(id) ?? []);
    const told = await this.#tell(batch, { timeoutMs: this.#limits.callTimeoutMs, signal });
    for (const state of told) {
      if (this.#untold.get(state.campaignId) === state) this.#untold.delete(state.campaignId);
    }
    return batch.length - told.length;
  }
}

/**
 * Writes each state as an object, for those who look one campaign up. `stampMs` is that of the term: what is written late, by
 * who is not in office any more, is older than what his successor has written, and never seen.
 */
export function publishAsObjects(writer: Writer, stampMs: () => number): PublishStates {
  return async (states, options) => {
    const timestampMicros = stampMs() * 1_000;
    const rows = states.map((state) => ({
      key: rowKey(state.campaignId),
      mutations: [setCell(STATE_FAMILY, CURRENT_QUALIFIER, timestampMicros, encodePacingState(state))],
    }));
    const outcomes = await writer.mutateRows(PACING_TABLE, rows, options);
    return states.filter((_, i) => !(outcomes[i] instanceof TidemarkError));
  };
}

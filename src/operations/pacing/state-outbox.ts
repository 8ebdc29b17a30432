import { setCell } from '../../bigtable/write/mutations';
import type { CallOptions } from '../../bigtable/client/types';
import { encodePacingChange, encodePacingState } from '../../codec/messages/pacing-messages';
import { isSameForAdServers, type PublishedState } from '../../core/pacing/published-state';
import { rowKey } from '../../core/rows/row-key';
import { countOf } from '../../core/shared/count-of';
import { TidemarkError } from '../../errors';
import type { Writer } from '../../consistency/store';
import { CHANGE_FAMILY, CURRENT_QUALIFIER, PACING_TABLE, STATE_FAMILY } from './pacing-rows';

/** Publishes many states in one call. Resolves with those that were published; rejects when none is known to be. */
export type PublishStates = (
  states: readonly PublishedState[],
  options: CallOptions,
) => Promise<readonly PublishedState[]>;

/** Limits of one call of an outbox. */
export interface StateOutboxLimits {
  /** Maximum number of states in one call, and its timeout in milliseconds. */
  readonly statesPerCall: number;
  readonly callTimeoutMs: number;
}

/**
 * Outbox of one channel for changed states. A state that could not be published stays pending until it can be, or
 * until a newer state of its campaign replaces it.
 */
export class StateOutbox {
  readonly #publish: PublishStates;
  readonly #limits: StateOutboxLimits;
  readonly #pending = new Map<string, PublishedState>();
  #flushing: Promise<void> | undefined;

  constructor(publish: PublishStates, limits: StateOutboxLimits) {
    this.#publish = publish;
    this.#limits = limits;
  }

  /** Number of states that wait to be published. */
  get pendingCount(): number {
    return this.#pending.size;
  }

  /** Whether a flush is in progress. States added meanwhile become part of it. */
  get isFlushing(): boolean {
    return this.#flushing !== undefined;
  }

  /** Whether a state of the campaign waits to be published. */
  isPending(campaignId: string): boolean {
    return this.#pending.has(campaignId);
  }

  /** Adds states. Each replaces a pending one of the same campaign. */
  add(states: readonly PublishedState[]): void {
    for (const state of states) this.#pending.set(state.campaignId, state);
  }

  /**
   * Publishes all pending states. A call that fails ends the flush; states that a call leaves out do not delay the
   * others. Rejects in both cases, and the remaining states stay pending.
   */
  flush(signal: AbortSignal): Promise<void> {
    this.#flushing ??= this.#flush(signal).finally(() => (this.#flushing = undefined));
    return this.#flushing;
  }

  async #flush(signal: AbortSignal): Promise<void> {
    const { statesPerCall } = this.#limits;
    let leftOut = 0;
    while (this.#pending.size > 0 && leftOut === 0) {
      const campaignIds = [...this.#pending.keys()];
      for (let from = 0; from < campaignIds.length; from += statesPerCall) {
        leftOut += await this.#call(campaignIds.slice(from, from + statesPerCall), signal);
      }
    }
    if (leftOut > 0)
      throw new TidemarkError('store_unavailable', `${countOf(leftOut, 'state')} could not be published`);
  }

  /** Publishes the newest states of these campaigns in one call. Resolves with the number of states left out. */
  async #call(campaignIds: readonly string[], signal: AbortSignal): Promise<number> {
    signal.throwIfAborted();
    const batch = campaignIds.flatMap((id) => this.#pending.get(id) ?? []);
    const published = await this.#publish(batch, { timeoutMs: this.#limits.callTimeoutMs, signal });
    for (const state of published) {
      if (this.#pending.get(state.campaignId) === state) this.#pending.delete(state.campaignId);
    }
    return batch.length - published.length;
  }
}

/**
 * Returns a publisher that writes each state as an object, for lookups of single campaigns, and each change of it to the
 * campaign's control log, in the same mutation. `timestampMs` returns the timestamp of the current fencing token: a late
 * write of a deposed leader is older than those of its successor, and stays hidden.
 */
export function publishAsObjects(writer: Writer, timestampMs: () => number): PublishStates {
  /** States that are in the logs, by campaign: those of the campaigns that have a flight. */
  const logged = new Map<string, PublishedState>();
  const isLogged = (state: PublishedState): boolean => {
    const last = logged.get(state.campaignId);
    return last !== undefined && isSameForAdServers(last, state);
  };
  return async (states, options) => {
    const timestampMicros = timestampMs() * 1_000;
    const rows = states.map((state) => {
      const current = setCell(STATE_FAMILY, CURRENT_QUALIFIER, timestampMicros, encodePacingState(state));
      if (isLogged(state)) return { key: rowKey(state.campaignId), mutations: [current] };
      const change = setCell(CHANGE_FAMILY, CURRENT_QUALIFIER, timestampMicros, encodePacingChange(state));
      return { key: rowKey(state.campaignId), mutations: [current, change] };
    });
    const outcomes = await writer.mutateRows(PACING_TABLE, rows, options);
    const published = states.filter((_, i) => !(outcomes[i] instanceof TidemarkError));
    for (const state of published) {
      if (state.reason === 'no_flight') logged.delete(state.campaignId);
      else logged.set(state.campaignId, state);
    }
    return published;
  };
}

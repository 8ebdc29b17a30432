import type { CallOptions } from '../../bigtable/client/types';
import type { CampaignDay, CountSnapshot, PacingDecision } from '../../core/pacing/pacing';
import { sortByCampaign, planPublication, type PublishedState } from '../../core/pacing/published-state';
import { linkedSignal, type CancelSignal } from '../../platform/tasks/cancellation';
import type { Clock } from '../../platform/time/clock';
import type { Logger } from '../../platform/telemetry/logger';
import type { Tracing } from '../../platform/telemetry/tracing';
import type { Reader, Writer } from '../../consistency/store';
import type { LeaderElection, FencingToken, LeadershipTerm } from './leader-election';
import { findSnapshot, decodePointer, setPointer, writeSnapshot } from './pacing-rows';
import type { StateOutbox } from './state-outbox';

/** Inputs of pacing decisions. */
export interface PacingSources {
  /** Returns the campaigns of the day that contains `nowMs`. Rejects while they are unknown. */
  campaignDays(nowMs: number, options: CallOptions): Promise<readonly CampaignDay[]>;
  /**
   * Returns the counts of the campaigns, or the last known ones when they cannot be read. Rejects only when the call
   * is cancelled.
   */
  countsOf(days: readonly CampaignDay[], options: CallOptions): Promise<CountSnapshot>;
}

/** Turns counts into one decision per campaign (`Pacer`). */
export interface PacerPort {
  decide(nowMs: number, campaigns: readonly CampaignDay[], seen: CountSnapshot): readonly PacingDecision[];
  /** Restores the decisions of the previous leader. */
  restore(decisions: readonly PacingDecision[]): void;
}

/** Timeouts and intervals of a session. */
export interface PacingSessionLimits {
  /** Timeout of one round, in milliseconds. */
  readonly roundTimeoutMs: number;
  /** Interval at which all states are published again, changed or not, in milliseconds. */
  readonly fullIntervalMs: number;
  /** Timeout of reading the previous leader's snapshot, in milliseconds. */
  readonly callTimeoutMs: number;
}

/** Dependencies of the session of one leadership term. */
export interface PacingSessionDependencies {
  readonly election: LeaderElection;
  readonly reader: Pick<Reader, 'readRow'>;
  readonly writer: Writer;
  readonly sources: PacingSources;
  readonly pacer: PacerPort;
  /** Outboxes for changes by channel, in addition to the snapshot. */
  readonly outboxes: Readonly<Record<string, StateOutbox>>;
  /** Id of the controller, as published in snapshots. */
  readonly controller: string;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly tracing: Tracing;
  readonly limits: PacingSessionLimits;
  readonly observer?: PacingSessionObserver | undefined;
}

/** Result of one round. */
export interface PacingRound {
  /** Campaigns of the day. */
  readonly days: readonly CampaignDay[];
  /** Counts that the decisions are based on. */
  readonly seen: CountSnapshot;
  /** States of all campaigns after the round. */
  readonly states: readonly PublishedState[];
  /** States that this round has published as changed. */
  readonly changed: readonly PublishedState[];
  readonly durationMs: number;
}

/** Observer of rounds and publications, for metrics. */
export interface PacingSessionObserver {
  onRound?(round: PacingRound): void;
  onRoundFailed?(): void;
  /** Reports that pending states were published, and the milliseconds since the start of the round. */
  onPublished?(channel: string, durationMs: number): void;
  /** Reports a failed flush; the states stay pending. */
  onPublishFailed?(channel: string): void;
}

/**
 * Work of one leadership term. Each round decides, publishes a snapshot of all states under the lease, and then
 * publishes the changes through the outboxes. A new leader restores the states from the snapshot pointer and
 * publishes them again, in case its predecessor left changes pending.
 */
export class PacingSession {
  readonly #dependencies: PacingSessionDependencies;
  readonly #term: LeadershipTerm;
  #hasRestored = false;
  /** States of the last snapshot, by campaign id. */
  #published: ReadonlyMap<string, PublishedState> = new Map();
  /**
   * Time of the last full publication, by the monotonic clock; undefined before the first one and after one of
   * unknown outcome.
   */
  #fullAtMs: number | undefined;
  /** Channels whose last flush failed. */
  readonly #failing = new Set<string>();

  constructor(dependencies: PacingSessionDependencies, term: LeadershipTerm) {
    this.#dependencies = dependencies;
    this.#term = term;
  }

  /** Decides once and publishes the snapshot. The outboxes are being flushed when it resolves. */
  async round(signal: CancelSignal): Promise<PacingRound> {
    const { tracing, observer, limits, clock } = this.#dependencies;
    const { epoch } = this.#term;
    const startedMs = clock.monotonicMs();
    const cancellation = linkedSignal(signal, this.#term.signal);
    const options = { timeoutMs: limits.roundTimeoutMs, signal: cancellation.signal };
    try {
      const round = await tracing.span('pace campaigns', { epoch }, () => this.#decide(options));
      observer?.onRound?.(round);
      return round;
    } catch (error) {
      observer?.onRoundFailed?.();
      throw error;
    } finally {
      cancellation.release();
      this.#startFlushes(startedMs);
    }
  }

  /** Resolves when all outboxes are empty. Rejects at the first failure. */
  async flushOutboxes(): Promise<void> {
    const { signal } = this.#term;
    await Promise.all(Object.values(this.#dependencies.outboxes).map((outbox) => outbox.flush(signal)));
  }

  async #decide(options: CallOptions): Promise<PacingRound> {
    const { sources, pacer, clock } = this.#dependencies;
    const startedMs = clock.monotonicMs();
    if (!this.#hasRestored) await this.#restore(options);
    const nowMs = clock.nowMs();
    const days = await sources.campaignDays(nowMs, options);
    const seen = await sources.countsOf(days, options);
    const decisions = pacer.decide(nowMs, days, seen);
    const changed = await this.#publish(decisions, nowMs, options);
    const states = [...this.#published.values()];
    return { days, seen, states, changed, durationMs: clock.monotonicMs() - startedMs };
  }

  /** Publishes all states; if nothing has changed, only records the round in the lease. */
  async #publish(
    decisions: readonly PacingDecision[],
    decidedAtMs: number,
    options: CallOptions,
  ): Promise<readonly PublishedState[]> {
    const { election, writer, controller, clock, limits, outboxes } = this.#dependencies;
    const { fullIntervalMs } = limits;
    const fullAtMs = this.#fullAtMs;
    const isFull = fullAtMs === undefined || clock.monotonicMs() - fullAtMs >= fullIntervalMs;
    const isPending = (id: string): boolean => Object.values(outboxes).some((each) => each.isPending(id));
    const plan = planPublication(this.#published, decisions, { isFull, isPending });
    if (!isFull && plan.changed.length === 0) {
      await election.proclaim({ completesRound: true }, options);
      return [];
    }
    let changed: readonly PublishedState[] = [];
    let states: readonly PublishedState[] = [];
    const publish = async ({ epoch, sequence, timestampMs }: FencingToken, callOptions: CallOptions) => {
      changed = plan.changed.map((decision) => ({ ...decision, decidedAtMs, epoch, sequence }));
      states = sortByCampaign([...plan.unchanged, ...changed]);
      const snapshot = { epoch, sequence, decidedAtMs, controller, states };
      await writeSnapshot(writer, snapshot, { ...callOptions, timestampMs });
      return [setPointer(snapshot, timestampMs)];
    };
    // Until the write is acknowledged, the stored pointer is unknown. The next round then publishes again, whatever
    // it decides.
    this.#fullAtMs = undefined;
    await election.proclaim({ publish, completesRound: true }, options);
    this.#fullAtMs = isFull ? clock.monotonicMs() : fullAtMs;
    this.#published = byCampaign(states);
    for (const outbox of Object.values(outboxes)) outbox.add(changed);
    return changed;
  }

  /**
   * Flushes in the background: ad servers that poll need not wait for it, and an unavailable topic must not stop
   * decisions.
   */
  #startFlushes(startedMs: number): void {
    const { outboxes, clock, observer } = this.#dependencies;
    for (const [channel, outbox] of Object.entries(outboxes)) {
      if (outbox.pendingCount === 0 || outbox.isFlushing) continue;
      outbox.flush(this.#term.signal).then(
        () => {
          observer?.onPublished?.(channel, clock.monotonicMs() - startedMs);
          this.#logFlush(channel, outbox);
        },
        (error: unknown) => {
          if (this.#term.signal.aborted) return;
          observer?.onPublishFailed?.(channel);
          this.#logFlush(channel, outbox, error);
        },
      );
    }
  }

  /** Logs a failure when it begins and when it is over. Each round retries. */
  #logFlush(channel: string, { pendingCount: pending }: StateOutbox, error?: unknown): void {
    const { logger } = this.#dependencies;
    if (error !== undefined && !this.#failing.has(channel)) {
      this.#failing.add(channel);
      logger.warn(
        { err: error, how: channel, pending },
        'states could not be published; the next round retries',
      );
    } else if (error === undefined && this.#failing.delete(channel))
      logger.info({ how: channel }, 'states are published again');
  }

  /** Restores the previous leader's states, once per term. */
  async #restore(options: CallOptions): Promise<void> {
    const { pacer, outboxes } = this.#dependencies;
    const previous = await this.#readPreviousStates(options);
    this.#hasRestored = true;
    this.#published = byCampaign(previous);
    pacer.restore(previous);
    // It is unknown which of them the previous leader published. The first round replaces most of them.
    for (const outbox of Object.values(outboxes)) outbox.add(previous);
  }

  /** Returns no states when they cannot be read: pacing matters more than earlier decisions. */
  async #readPreviousStates({ signal }: CallOptions): Promise<readonly PublishedState[]> {
    const { reader, limits, logger } = this.#dependencies;
    const options = { timeoutMs: limits.callTimeoutMs, signal };
    try {
      const pointer = decodePointer(this.#term.previousTermCells);
      if (pointer === undefined) return [];
      const found = await findSnapshot(reader, pointer, options);
      if (found !== undefined) return found.states;
      logger.error(pointer, 'the snapshot of the previous leader is missing');
    } catch (error) {
      if (signal?.aborted === true) throw error;
      logger.error({ err: error }, 'the snapshot of the previous leader cannot be read');
    }
    return [];
  }
}

function byCampaign(states: readonly PublishedState[]): ReadonlyMap<string, PublishedState> {
  return new Map(states.map((state) => [state.campaignId, state]));
}

import type { CallOptions } from '../../bigtable/client/types';
import type { CampaignDay, CountSnapshot, PacingDecision } from '../../core/pacing/pacing';
import { sortByCampaign, planPublication, type PublishedState } from '../../core/pacing/published-state';
import { linkedSignal } from '../../platform/tasks/cancellation';
import type { Clock } from '../../platform/time/clock';
import type { Logger } from '../../platform/telemetry/logger';
import type { Tracing } from '../../platform/telemetry/tracing';
import type { Reader, Writer } from '../../consistency/store';
import type { LeaderElection, FencingToken, LeadershipTerm } from './leader-election';
import { findSnapshot, decodePointer, setPointer, writeSnapshot } from './pacing-rows';
import type { StateOutbox } from './state-outbox';

/** What decisions are made on. */
export interface PacingSources {
  /** The campaigns of the day that this moment lies in. Rejects while they are not known. */
  campaignDays(nowMs: number, options: CallOptions): Promise<readonly CampaignDay[]>;
  /** What is known of their counts, at worst what was known before: rejects only where the call is cancelled. */
  countsOf(days: readonly CampaignDay[], options: CallOptions): Promise<CountSnapshot>;
}

/** Decides. */
export interface PacerPort {
  decide(nowMs: number, campaigns: readonly CampaignDay[], seen: CountSnapshot): readonly PacingDecision[];
  /** Takes up what a predecessor has decided. */
  restore(decisions: readonly PacingDecision[]): void;
}

export interface PacingSessionLimits {
  readonly roundTimeoutMs: number;
  /** How often all states are published again, changed or not. */
  readonly fullIntervalMs: number;
  /** Of reading what the predecessor has left. */
  readonly callTimeoutMs: number;
}

export interface PacingSessionDependencies {
  readonly election: LeaderElection;
  readonly reader: Pick<Reader, 'readRow'>;
  readonly writer: Writer;
  readonly sources: PacingSources;
  readonly pacer: PacerPort;
  /** Ways to tell each change, beside the snapshot. */
  readonly outboxes: Readonly<Record<string, StateOutbox>>;
  readonly controller: string;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly tracing: Tracing;
  readonly limits: PacingSessionLimits;
  readonly observer?: PacingSessionObserver | undefined;
}

export interface PacingRound {
  readonly days: readonly CampaignDay[];
  readonly seen: CountSnapshot;
  readonly states: readonly PublishedState[];
  readonly changed: readonly PublishedState[];
  readonly durationMs: number;
}

export interface PacingSessionObserver {
  onRound?(round: PacingRound): void;
  onRoundFailed?(): void;
  /** States were told, so long after the round that decided them had begun. */
  onPublished?(how: string, durationMs: number): void;
  onPublishFailed?(how: string): void;
}

/**
 * A controller's time in office: round by round it decides, publishes all states together under its lease, and then tells the
 * changes. What it dies with untold its successor tells, which finds all states by the note in the lease's row.
 */
export class PacingSession {
  readonly #parts: PacingSessionDependencies;
  readonly #office: LeadershipTerm;
  #hasTakenUp = false;
  #published: ReadonlyMap<string, PublishedState> = new Map();
  /** Undefined before the first one, and after a publication of unknown outcome. */
  #fullAtMs: number | undefined;
  /** Ways to tell that failed the last time. */
  readonly #failing = new Set<string>();

  constructor(parts: PacingSessionDependencies, office: LeadershipTerm) {
    this.#parts = parts;
    this.#office = office;
  }

  /** Decides once, and publishes that. Untold changes are on their way when it resolves. */
  async round(signal: AbortSignal): Promise<PacingRound> {
    const { tracing, observer, limits, clock } = this.#parts;
    const { epoch } = this.#office;
    const beganMs = clock.monotonicMs();
    const ending = linkedSignal(signal, this.#office.signal);
    const options = { timeoutMs: limits.roundTimeoutMs, signal: ending.signal };
    try {
      const round = await tracing.span('pace campaigns', { epoch }, () => this.#decide(options));
      observer?.onRound?.(round);
      return round;
    } catch (error) {
      observer?.onRoundFailed?.();
      throw error;
    } finally {
      ending.release();
      this.#tell(beganMs);
    }
  }

  /** Resolves when all is told. Rejects at the first failure. */
  async flushOutboxes(): Promise<void> {
    const { signal } = this.#office;
    await Promise.all(Object.values(this.#parts.outboxes).map((telling) => telling.flush(signal)));
  }

  async #decide(options: CallOptions): Promise<PacingRound> {
    const { sources, pacer, clock } = this.#parts;
    const beganMs = clock.monotonicMs();
    if (!this.#hasTakenUp) await this.#takeUp(options);
    const nowMs = clock.nowMs();
    const days = await sources.campaignDays(nowMs, options);
    const seen = await sources.countsOf(days, options);
    const decisions = pacer.decide(nowMs, days, seen);
    const changed = await this.#publish(decisions, nowMs, options);
    const states = [...this.#published.values()];
    return { days, seen, states, changed, durationMs: clock.monotonicMs() - beganMs };
  }

  /** All states, or, where nothing has changed, nothing but that there was another round. */
  async #publish(
    decisions: readonly PacingDecision[],
    decidedAtMs: number,
    options: CallOptions,
  ): Promise<readonly PublishedState[]> {
    const { election: office, writer, controller, clock, limits, outboxes: tellings } = this.#parts;
    const { fullIntervalMs } = limits;
    const fullAtMs = this.#fullAtMs;
    const isFull = fullAtMs === undefined || clock.monotonicMs() - fullAtMs >= fullIntervalMs;
    const isUntold = (id: string): boolean => Object.values(tellings).some((each) => each.isPending(id));
    const plan = planPublication(this.#published, decisions, { isFull, isPending: isUntold });
    if (!isFull && plan.changed.length === 0) {
      await office.proclaim({ completesRound: true }, options);
      return [];
    }
    let changed: readonly PublishedState[] = [];
    let states: readonly PublishedState[] = [];
    const publish = async ({ epoch, sequence, timestampMs: stampMs }: FencingToken, left: CallOptions) => {
      changed = plan.changed.map((decision) => ({ ...decision, decidedAtMs, epoch, sequence }));
      states = sortByCampaign([...plan.unchanged, ...changed]);
      const snapshot = { epoch, sequence, decidedAtMs, controller, states };
      await writeSnapshot(writer, snapshot, { ...left, stampMs });
      return [setPointer(snapshot, stampMs)];
    };
    // Until it is acknowledged nobody knows what the note says: the next round writes it, whatever it decides.
    this.#fullAtMs = undefined;
    await office.proclaim({ publish, completesRound: true }, options);
    this.#fullAtMs = isFull ? clock.monotonicMs() : fullAtMs;
    this.#published = byCampaign(states);
    for (const telling of Object.values(tellings)) telling.add(changed);
    return changed;
  }

  /** In the background: ad servers that poll need not wait for it, and a topic that is away must not stop decisions. */
  #tell(beganMs: number): void {
    const { outboxes: tellings, clock, observer } = this.#parts;
    for (const [how, telling] of Object.entries(tellings)) {
      if (telling.pendingCount === 0 || telling.isFlushing) continue;
      telling.flush(this.#office.signal).then(
        () => {
          observer?.onPublished?.(how, clock.monotonicMs() - beganMs);
          this.#logTold(how, telling);
        },
        (error: unknown) => {
          if (this.#office.signal.aborted) return;
          observer?.onPublishFailed?.(how);
          this.#logTold(how, telling, error);
        },
      );
    }
  }

  /** A failure when it begins, and when it is over: each round tries again. */
  #logTold(how: string, { pendingCount: untold }: StateOutbox, error?: unknown): void {
    const { logger } = this.#parts;
    if (error !== undefined && !this.#failing.has(how)) {
      this.#failing.add(how);
      logger.warn({ err: error, how, untold }, 'states could not be told, and are told again');
    } else if (error === undefined && this.#failing.delete(how))
      logger.info({ how }, 'states are told again');
  }

  /** What the predecessor has left, once. */
  async #takeUp(options: CallOptions): Promise<void> {
    const { pacer, outboxes: tellings } = this.#parts;
    const inherited = await this.#inherited(options);
    this.#hasTakenUp = true;
    this.#published = byCampaign(inherited);
    pacer.restore(inherited);
    // What he has told nobody knows. Most of it the first round supersedes.
    for (const telling of Object.values(tellings)) telling.add(inherited);
  }

  /** Nothing where it cannot be had: that campaigns are paced matters more than what was decided about them before. */
  async #inherited({ signal }: CallOptions): Promise<readonly PublishedState[]> {
    const { reader, limits, logger } = this.#parts;
    const options = { timeoutMs: limits.callTimeoutMs, ...(signal !== undefined && { signal }) };
    try {
      const note = decodePointer(this.#office.previousTermCells);
      if (note === undefined) return [];
      const found = await findSnapshot(reader, note, options);
      if (found !== undefined) return found.states;
      logger.error(note, 'what the last controller has published is gone');
    } catch (error) {
      if (signal?.aborted === true) throw error;
      logger.error({ err: error }, 'what the last controller has published cannot be read');
    }
    return [];
  }
}

function byCampaign(states: readonly PublishedState[]): ReadonlyMap<string, PublishedState> {
  return new Map(states.map((state) => [state.campaignId, state]));
}

import type { CallOptions } from '../../bigtable/client/types';
import { TidemarkError } from '../../errors';
import { sleep, type Clock } from '../../platform/time/clock';
import type { Logger } from '../../platform/telemetry/logger';
import type { Random } from '../../platform/random';
import { supervise, type SupervisedTask } from '../../platform/tasks/supervisor';
import type { Tracing } from '../../platform/telemetry/tracing';
import type { RowTransactions } from '../../consistency/transactions/row-transactions';
import type { Reader, Scanner, Writer } from '../../consistency/store';
import { RESIGNED, LeaderElection, type LeaderElectionLimits, type LeadershipTerm } from './leader-election';
import { PACING_LEASE_OBJECT, PACING_TABLE, SNAPSHOT_FAMILY } from './pacing-rows';
import { publishAsObjects, StateOutbox, type StateOutboxLimits, type PublishStates } from './state-outbox';
import {
  PacingSession,
  type PacerPort,
  type PacingSources,
  type PacingRound,
  type PacingSessionLimits,
  type PacingSessionObserver,
} from './pacing-session';
import { findLatestEpoch } from './find-latest-epoch';
import { Cancellation } from '../../platform/tasks/cancellation';

/** Limits of a pacing controller. */
interface PacingControllerLimits extends LeaderElectionLimits, PacingSessionLimits, StateOutboxLimits {
  /** Interval between rounds, in milliseconds. */
  readonly intervalMs: number;
  /** Maximum time to publish pending changes when the controller stops, in milliseconds. */
  readonly closeTimeoutMs: number;
}

/** Observer of leadership terms and rounds, for metrics. */
export interface PacingControllerObserver extends PacingSessionObserver {
  /** Reports that this process became the leader. */
  onElected?(epoch: number): void;
  /** Reports that this process stopped being the leader. */
  onDeposed?(epoch: number): void;
}

/** Dependencies of a pacing controller. */
export interface PacingControllerDependencies {
  /** Transactions of the lease's row. */
  readonly transactions: RowTransactions;
  readonly reader: Pick<Reader, 'readRow'>;
  readonly writer: Writer;
  readonly scanner: Scanner;
  readonly sources: PacingSources;
  /** Throws if this process cannot see all counts, and so must not be the leader. */
  readonly checkMayLead: () => void;
  /** Creates the pacer of a new leadership term. */
  readonly createPacer: () => PacerPort;
  /** Publishes changes to a topic as well. Absent: changes are published as objects only. */
  readonly publishToTopic?: PublishStates | undefined;
  /** Id of this run of the process. */
  readonly holder: string;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  readonly tracing: Tracing;
  readonly limits: PacingControllerLimits;
  readonly observer?: PacingControllerObserver | undefined;
}

/**
 * Paces campaigns while this process is the leader. Of all controllers of a store, one is the leader; when it dies or
 * is cut off, another one is elected as soon as the lease has expired.
 */
export class PacingController {
  readonly #dependencies: PacingControllerDependencies;
  readonly #election: LeaderElection;
  #electionTask: SupervisedTask | undefined;
  #roundTask: SupervisedTask | undefined;
  #session: PacingSession | undefined;

  constructor(dependencies: PacingControllerDependencies) {
    this.#dependencies = dependencies;
    const { transactions, scanner, clock, holder, limits, logger } = dependencies;
    this.#election = new LeaderElection({
      transactions,
      clock,
      holder,
      limits,
      table: PACING_TABLE,
      objectId: PACING_LEASE_OBJECT,
      family: SNAPSHOT_FAMILY,
      findLatestEpoch: (cells, options) => findLatestEpoch(scanner, cells, options),
      onLeaseCorrupted: () => logger.error('the pacing lease is corrupted: it is treated as possibly valid'),
      onElected: (term) => this.#onElected(term),
      onDeposed: (term, reason) => this.#onDeposed(term, reason),
    });
  }

  /** Whether this process is the leader. */
  get isLeader(): boolean {
    return this.#election.term !== undefined;
  }

  /** Starts to take part in the election, and to pace whenever this process is elected. */
  start(): void {
    const { clock, random, limits, logger } = this.#dependencies;
    const intervalMs = limits.leaseMs / RENEWALS_PER_LEASE;
    this.#electionTask ??= supervise({
      name: 'pacing leader election',
      clock,
      random,
      intervalMs,
      backoffMaxMs: intervalMs,
      jitter: 0.1,
      timeoutMs: 2 * limits.leaseCallTimeoutMs,
      run: (signal) => this.#takePart({ signal }),
      onError: (err, failuresInARow) => {
        if (failuresInARow === 1) logger.error({ err }, 'the pacing lease cannot be acquired or renewed');
      },
    });
  }

  /** Ends the current round, publishes pending changes, and resigns. */
  async stop(): Promise<void> {
    await this.#roundTask?.stop();
    await this.#flushOutboxes();
    await this.#electionTask?.stop();
    await this.#resign();
  }

  /**
   * Acquires leadership, runs one round, publishes all changes, and resigns. Throws `conflict` when another
   * controller stays the leader until the timeout, and the error of `checkMayLead`.
   */
  async runOnce({ timeoutMs = Infinity, signal }: CallOptions = {}): Promise<PacingRound> {
    const { clock, limits } = this.#dependencies;
    const untilMs = clock.monotonicMs() + timeoutMs;
    for (;;) {
      await this.#takePart(signal === undefined ? {} : { signal });
      if (this.#session !== undefined) break;
      if (clock.monotonicMs() >= untilMs)
        throw new TidemarkError('conflict', 'another controller is the leader');
      await sleep(clock, limits.leaseMs / RENEWALS_PER_LEASE, signal);
    }
    try {
      const round = await this.#session.round(signal ?? new Cancellation());
      await this.#session.flushOutboxes();
      return round;
    } finally {
      await this.#resign();
    }
  }

  /** Acquires or renews leadership, or leaves it to a process that sees all counts. */
  async #takePart(options: CallOptions): Promise<void> {
    try {
      this.#dependencies.checkMayLead();
    } catch (error) {
      if (this.isLeader) await this.#resign();
      throw error;
    }
    await this.#election.acquireOrRenew(options);
  }

  #onElected(term: LeadershipTerm): void {
    const { writer, publishToTopic, createPacer, holder, clock, limits, logger, observer } =
      this.#dependencies;
    logger.info({ epoch: term.epoch, controller: holder }, 'this controller became the leader');
    observer?.onElected?.(term.epoch);
    const objects = publishAsObjects(writer, () => this.#election.fencingToken?.timestampMs ?? 0);
    this.#session = new PacingSession(
      {
        ...this.#dependencies,
        election: this.#election,
        pacer: createPacer(),
        controller: holder,
        clock,
        outboxes: {
          objects: new StateOutbox(objects, limits),
          ...(publishToTopic !== undefined && { topic: new StateOutbox(publishToTopic, limits) }),
        },
      },
      term,
    );
    if (this.#electionTask !== undefined) this.#startRounds(this.#session, term.signal);
  }

  #startRounds(session: PacingSession, endOfTerm: AbortSignal): void {
    const { clock, limits, logger } = this.#dependencies;
    const { intervalMs, roundTimeoutMs: timeoutMs } = limits;
    let failuresSoFar = 0;
    const rounds = supervise({
      name: 'pacing',
      clock,
      intervalMs,
      timeoutMs,
      backoffMaxMs: intervalMs,
      // The first round runs at once: nothing has been decided since the last leader.
      random: () => 0,
      run: async (signal) => {
        await session.round(signal);
        if (failuresSoFar > 0) logger.info({ failedRounds: failuresSoFar }, 'campaigns are paced again');
        failuresSoFar = 0;
      },
      onError: (err, failuresInARow) => {
        failuresSoFar = failuresInARow;
        if (failuresInARow === 1 && !endOfTerm.aborted) logger.error({ err }, 'campaigns could not be paced');
      },
    });
    endOfTerm.addEventListener('abort', () => void rounds.stop());
    this.#roundTask = rounds;
  }

  #onDeposed({ epoch }: LeadershipTerm, reason: string): void {
    const { logger, observer, holder } = this.#dependencies;
    this.#session = undefined;
    const details = { epoch, controller: holder, why: reason };
    if (reason === RESIGNED) logger.info(details, 'this controller has resigned leadership');
    else logger.warn(details, 'this controller has lost leadership');
    observer?.onDeposed?.(epoch);
  }

  /** Publishes pending changes, within `closeTimeoutMs`. */
  async #flushOutboxes(): Promise<void> {
    const { clock, limits, logger } = this.#dependencies;
    const flushed = this.#session?.flushOutboxes();
    if (flushed === undefined) return;
    const finished = new AbortController();
    const timeout = sleep(clock, limits.closeTimeoutMs, finished.signal).then(() => {
      throw new TidemarkError('deadline_exceeded', `states not published within ${limits.closeTimeoutMs} ms`);
    });
    await Promise.race([flushed, timeout]).catch((err: unknown) =>
      logger.warn({ err }, 'not all states were published: the next leader publishes them'),
    );
    timeout.catch(() => undefined);
    finished.abort();
  }

  async #resign(): Promise<void> {
    await this.#election
      .resign()
      .catch((err: unknown) => this.#dependencies.logger.warn({ err }, 'leadership could not be resigned'));
  }
}

/** Number of attempts to renew or acquire the lease within its duration. */
const RENEWALS_PER_LEASE = 3;

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

export interface PacingControllerLimits extends LeaderElectionLimits, PacingSessionLimits, StateOutboxLimits {
  readonly intervalMs: number;
  /** For changes to be told when the controller ends. */
  readonly closeTimeoutMs: number;
}

export interface PacingControllerObserver extends PacingSessionObserver {
  onElected?(epoch: number): void;
  onDeposed?(epoch: number): void;
}

export interface PacingControllerDependencies {
  /** Of leases. */
  readonly transactions: RowTransactions;
  readonly reader: Pick<Reader, 'readRow'>;
  readonly writer: Writer;
  readonly scanner: Scanner;
  readonly sources: PacingSources;
  /** A new one for each term. */
  readonly createPacer: () => PacerPort;
  /** A further way to tell changes: a topic, say. */
  readonly publishToTopic?: PublishStates | undefined;
  /** An id of this run of the process. */
  readonly holder: string;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  readonly tracing: Tracing;
  readonly limits: PacingControllerLimits;
  readonly observer?: PacingControllerObserver | undefined;
}

/**
 * Paces campaigns while it is in office, and otherwise waits for its turn. Of all controllers of a store one is in office;
 * when it dies or is cut off another one is, within a lease.
 */
export class PacingController {
  readonly #parts: PacingControllerDependencies;
  readonly #office: LeaderElection;
  #keeping: SupervisedTask | undefined;
  #rounds: SupervisedTask | undefined;
  #term: PacingSession | undefined;

  constructor(parts: PacingControllerDependencies) {
    this.#parts = parts;
    const { transactions, scanner, clock, holder, limits, logger } = parts;
    this.#office = new LeaderElection({
      transactions,
      clock,
      holder,
      limits,
      table: PACING_TABLE,
      objectId: PACING_LEASE_OBJECT,
      family: SNAPSHOT_FAMILY,
      findLatestEpoch: (cells, options) => findLatestEpoch(scanner, cells, options),
      onLeaseCorrupted: () =>
        logger.error('the lease of the pacing office is damaged: it is taken for one that may be in force'),
      onElected: (term) => this.#onTaken(term),
      onDeposed: (term, why) => this.#onLost(term, why),
    });
  }

  get isLeader(): boolean {
    return this.#office.term !== undefined;
  }

  /** Begins to wait for the office, and from then on to pace whenever it is in office. */
  start(): void {
    const { clock, random, limits, logger } = this.#parts;
    const intervalMs = limits.leaseMs / RENEWALS_PER_LEASE;
    this.#keeping ??= supervise({
      name: 'pacing office',
      clock,
      random,
      intervalMs,
      backoffMaxMs: intervalMs,
      jitter: 0.1,
      timeoutMs: 2 * limits.leaseCallTimeoutMs,
      run: (signal) => this.#office.acquireOrRenew({ signal }),
      onError: (err, failuresInARow) => {
        if (failuresInARow === 1) logger.error({ err }, 'the lease of the pacing office cannot be kept');
      },
    });
  }

  /** Ends the round under way, tells what is untold, and gives the office up. */
  async stop(): Promise<void> {
    await this.#rounds?.stop();
    await this.#told();
    await this.#keeping?.stop();
    await this.#resign();
  }

  /**
   * Takes the office, decides once, tells all changes, and gives the office up. Throws `conflict` when it is another one's
   * all the time.
   */
  async runOnce({ timeoutMs = Infinity, signal }: CallOptions = {}): Promise<PacingRound> {
    const { clock, limits } = this.#parts;
    const untilMs = clock.monotonicMs() + timeoutMs;
    for (;;) {
      await this.#office.acquireOrRenew(signal === undefined ? {} : { signal });
      if (this.#term !== undefined) break;
      if (clock.monotonicMs() >= untilMs)
        throw new TidemarkError('conflict', 'another controller is in office');
      await sleep(clock, limits.leaseMs / RENEWALS_PER_LEASE, signal);
    }
    try {
      const round = await this.#term.round(signal ?? new AbortController().signal);
      await this.#term.flushOutboxes();
      return round;
    } finally {
      await this.#resign();
    }
  }

  #onTaken(term: LeadershipTerm): void {
    const {
      writer,
      publishToTopic: announce,
      createPacer,
      holder,
      clock,
      limits,
      logger,
      observer,
    } = this.#parts;
    logger.info({ epoch: term.epoch, controller: holder }, 'this controller is in office');
    observer?.onElected?.(term.epoch);
    const objects = publishAsObjects(writer, () => this.#office.fencingToken?.timestampMs ?? 0);
    this.#term = new PacingSession(
      {
        ...this.#parts,
        election: this.#office,
        pacer: createPacer(),
        controller: holder,
        clock,
        outboxes: {
          objects: new StateOutbox(objects, limits),
          ...(announce !== undefined && { topic: new StateOutbox(announce, limits) }),
        },
      },
      term,
    );
    if (this.#keeping !== undefined) this.#beginRounds(this.#term, term.signal);
  }

  #beginRounds(term: PacingSession, ending: AbortSignal): void {
    const { clock, limits, logger } = this.#parts;
    const { intervalMs, roundTimeoutMs: timeoutMs } = limits;
    let failuresSoFar = 0;
    const rounds = supervise({
      name: 'pacing',
      clock,
      intervalMs,
      timeoutMs,
      backoffMaxMs: intervalMs,
      // The first one at once: nobody has decided since the last controller was heard of.
      random: () => 0,
      run: async (signal) => {
        await term.round(signal);
        if (failuresSoFar > 0) logger.info({ rounds: failuresSoFar }, 'campaigns are paced again');
        failuresSoFar = 0;
      },
      onError: (err, failuresInARow) => {
        failuresSoFar = failuresInARow;
        if (failuresInARow === 1 && !ending.aborted) logger.error({ err }, 'campaigns could not be paced');
      },
    });
    ending.addEventListener('abort', () => void rounds.stop());
    this.#rounds = rounds;
  }

  #onLost({ epoch }: LeadershipTerm, why: string): void {
    const { logger, observer, holder } = this.#parts;
    this.#term = undefined;
    const line = { epoch, controller: holder, why };
    if (why === RESIGNED) logger.info(line, 'this controller has given its office up');
    else logger.warn(line, 'this controller is not in office any more');
    observer?.onDeposed?.(epoch);
  }

  /** As far as it can be done in time. */
  async #told(): Promise<void> {
    const { clock, limits, logger } = this.#parts;
    const told = this.#term?.flushOutboxes();
    if (told === undefined) return;
    const over = new AbortController();
    const outOfTime = sleep(clock, limits.closeTimeoutMs, over.signal).then(() => {
      throw new TidemarkError('deadline_exceeded', `not told within ${limits.closeTimeoutMs} ms`);
    });
    await Promise.race([told, outOfTime]).catch((err: unknown) =>
      logger.warn({ err }, 'not all states are told: the next controller tells them'),
    );
    outOfTime.catch(() => undefined);
    over.abort();
  }

  async #resign(): Promise<void> {
    await this.#office
      .resign()
      .catch((err: unknown) => this.#parts.logger.warn({ err }, 'the office could not be given up'));
  }
}

/** A lease is looked after so often while it lasts. */
const RENEWALS_PER_LEASE = 3;

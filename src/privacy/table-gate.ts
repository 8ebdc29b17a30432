/**
 * Keeps a table of users that was restored from a backup from being read, until the ledger was applied to it again:
 * docs/decisions/0013-privacy.md.
 */
import type { CallOptions } from '../bigtable/client/types';
import type { PrivacyRules } from '../core/privacy/privacy-rules';
import {
  incarnationStateOf,
  type IncarnationState,
  type TableIncarnation,
} from '../core/privacy/table-incarnation';
import { tableInInstance } from '../core/residency/placement-rules';
import { TidemarkError } from '../errors';
import { sleep, type Clock } from '../platform/time/clock';
import type { Random } from '../platform/random';
import { supervise, type SupervisedTask } from '../platform/tasks/supervisor';
import type { Logger } from '../platform/telemetry/logger';
import type { TableIncarnations } from './table-incarnations';

export interface TableGateDependencies {
  readonly incarnations: TableIncarnations;
  readonly rules: PrivacyRules;
  /** Returns the tables of the store. */
  readonly tables: () => readonly string[];
  /** Returns the id of the instance that has the table. */
  readonly instanceOf: (table: string) => string;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  readonly limits: TableGateLimits;
}

interface TableGateLimits {
  /** Time between two looks at the markers of all tables, in milliseconds. */
  readonly markerPollMs: number;
  /** Shortest time between two looks at the marker of a table that is not served, in milliseconds. */
  readonly markerRecheckMs: number;
  /** Time limit of one look, in milliseconds. */
  readonly markerTimeoutMs: number;
  /** Longest time for which a read without a time limit waits for looks that take too long, in milliseconds. */
  readonly markerWaitMs: number;
}

/** State of a table of users in the instance that had it at the last look. */
export interface KnownTable {
  readonly table: string;
  readonly instance: string;
  readonly state: IncarnationState;
  /** Monotonic time of the look, in milliseconds. */
  readonly checkedAtMs: number;
}

/** Tables without users always pass. */
export class TableGate {
  readonly #dependencies: TableGateDependencies;
  readonly #known = new Map<string, KnownTable>();
  readonly #looks = new Map<string, Promise<void>>();
  #task: SupervisedTask | undefined;

  constructor(dependencies: TableGateDependencies) {
    this.#dependencies = dependencies;
  }

  /** Tables that were looked at. */
  get known(): readonly KnownTable[] {
    return [...this.#known.values()];
  }

  /**
   * Returns undefined if the table may be read, which is the usual case and needs no call; else a promise that resolves
   * when a look at its marker has shown that it may be. Looks that take too long are repeated while the call has time. Rejects
   * with `restore_not_replayed`, and with errors of reads.
   */
  ensure(table: string, call?: CallOptions): Promise<void> | undefined {
    const known = this.#known.get(table);
    if (known === undefined) return this.#isPersonal(table) ? this.#lookUntilSeen(table, call) : undefined;
    const { clock, instanceOf, limits } = this.#dependencies;
    if (known.instance !== instanceOf(table)) return this.#lookUntilSeen(table, call);
    if (known.state !== 'restored') return undefined;
    const isRecent = clock.monotonicMs() - known.checkedAtMs < limits.markerRecheckMs;
    return isRecent ? Promise.reject(notReplayed(known)) : this.#lookUntilSeen(table, call);
  }

  /** Looks at the markers of all tables. Rejects if one of them cannot be read. */
  async checkAll(call?: CallOptions): Promise<void> {
    const tables = this.#dependencies.tables().filter((table) => this.#isPersonal(table));
    await Promise.all(tables.map((table) => this.#check(table, call)));
  }

  start(): void {
    const { clock, random, logger, limits } = this.#dependencies;
    this.#task ??= supervise({
      name: 'markers of restored tables',
      intervalMs: limits.markerPollMs,
      jitter: POLL_JITTER,
      timeoutMs: 2 * limits.markerTimeoutMs,
      clock,
      random,
      run: (signal) => this.checkAll({ timeoutMs: limits.markerTimeoutMs, signal }),
      onError: (error) =>
        logger.warn({ err: error }, 'markers of restored tables cannot be read: the last state stays in use'),
    });
  }

  async stop(): Promise<void> {
    await this.#task?.stop();
  }

  /** A scan of hours must not fail because one look takes too long: it repeats the look. Other failures are the read's own. */
  async #lookUntilSeen(table: string, { timeoutMs, signal }: CallOptions = {}): Promise<void> {
    const { clock, limits } = this.#dependencies;
    const deadlineMs = clock.monotonicMs() + (timeoutMs ?? limits.markerWaitMs);
    for (;;)
      try {
        return await this.#look(table);
      } catch (error) {
        const isLate = clock.monotonicMs() + limits.markerRecheckMs >= deadlineMs;
        if (isLate || signal?.aborted === true || !isDeadlineExceeded(error)) throw error;
        await sleep(clock, limits.markerRecheckMs, signal);
      }
  }

  /** Looks at a table's marker, one look at a time: later callers wait for the same result. */
  #look(table: string): Promise<void> {
    const current = this.#looks.get(table);
    if (current !== undefined) return current;
    const { markerTimeoutMs: timeoutMs } = this.#dependencies.limits;
    const look = this.#check(table, { timeoutMs })
      .then((known) => {
        if (known.state === 'restored') throw notReplayed(known);
      })
      .finally(() => this.#looks.delete(table));
    this.#looks.set(table, look);
    return look;
  }

  async #check(table: string, call: CallOptions | undefined): Promise<KnownTable> {
    const { incarnations, clock } = this.#dependencies;
    const incarnation = await incarnations.read(table, { needsLedger: false }, call);
    const { instance } = incarnation;
    const state = incarnationStateOf(incarnation);
    const known = { table, instance, state, checkedAtMs: clock.monotonicMs() };
    this.#logChange(incarnation, known);
    this.#known.set(table, known);
    return known;
  }

  #logChange({ marker, recorded }: TableIncarnation, { table, instance, state }: KnownTable): void {
    const { logger } = this.#dependencies;
    const before = this.#known.get(table)?.state;
    if (before === state) return;
    const line = { table, instance, marker, recorded };
    if (state === 'restored')
      logger.error(line, 'a table of users was restored and is not served: run "tidemark erase replay"');
    else if (before === 'restored') logger.info(line, 'a restored table of users is served again');
    else if (state === 'unmarked')
      logger.debug(line, 'a table of users has no marker: "tidemark erase work" sets it');
  }

  #isPersonal(table: string): boolean {
    return this.#dependencies.rules.has(tableInInstance(table));
  }
}

const POLL_JITTER = 0.1;

const isDeadlineExceeded = (error: unknown): boolean =>
  error instanceof TidemarkError && error.code === 'deadline_exceeded';

function notReplayed({ table, instance }: KnownTable): TidemarkError {
  return new TidemarkError(
    'restore_not_replayed',
    `table "${table}" of instance "${instance}" was restored from a backup: it is served after "tidemark erase replay"`,
    { retryAfterSeconds: RETRY_AFTER_SECONDS },
  );
}

/** A replay takes minutes. */
const RETRY_AFTER_SECONDS = 30;

import { createPrivateKey } from 'node:crypto';
import { BigtableError } from '../../../src/bigtable/client/bigtable-error';
import { DEFAULTS } from '../../../src/config/defaults';
import { createClusterRows } from '../../../src/consistency/read/row-presence';
import type { ClusterRows } from '../../../src/consistency/store';
import type { RowTransactions } from '../../../src/consistency/transactions/row-transactions';
import { RESERVATION_FAMILY } from '../../../src/core/caps/reservation-family';
import { verifyCertificate } from '../../../src/core/privacy/certificate';
import { newEntryId, type ErasureTimes as LedgerTimes } from '../../../src/core/privacy/ledger-entry';
import { rowKey } from '../../../src/core/rows/row-key';
import { mergeAllTokens } from '../../../src/core/tokens/write-token';
import { TidemarkError } from '../../../src/errors';
import { awaitConsistency } from '../../../src/operations/consistency/await-consistency';
import { createIssueCertificate } from '../../../src/operations/privacy/certificate/issue-certificate';
import {
  createErasureParts,
  type ErasureParts,
} from '../../../src/operations/privacy/create-erasure-operations';
import { createEraseSubject, type EraseSubject } from '../../../src/operations/privacy/erase-subject';
import {
  createErasureWorker,
  type ErasureWorker,
  type ErasureWorkerDependencies,
} from '../../../src/operations/privacy/erasure-worker';
import type { HideSubject } from '../../../src/operations/privacy/hide-subject';
import { createLedger, type Ledger } from '../../../src/operations/privacy/ledger';
import { replayLedger } from '../../../src/operations/privacy/replay-ledger';
import { createSweepSubject } from '../../../src/operations/privacy/sweep-subject';
import { createVerifyErasure } from '../../../src/operations/privacy/verify-erasure';
import { GrpcStatus } from '../../../src/platform/network/grpc';
import { sleep } from '../../../src/platform/time/clock';
import { PrivateReader } from '../../../src/privacy/private-reader';
import { privateTransactions } from '../../../src/privacy/private-transactions';
import { openTables, TOKENS, type TableAccess } from '../residency/table-access';
import { LEDGER_KEYS, userOf, type Certificate } from './certificates';
import { ConsistencyTokens } from './consistency-tokens';
import { guarded } from './guards';
import type { ErasureTimes, History } from './history';
import type { ProcessOptions } from './serving-process';
import { READ_TO_WRITE_MAX_MS } from './user-session';
import { CORPORA, USERS_TABLE } from './world';

const CALL = { timeoutMs: 4_000 };
const RETRY_MS = 150;
/** Time between two rounds of a worker, in milliseconds. */
const INTERVAL_MS = 500;
/** Number of rounds after which a worker that nothing disturbs must have certified everything. */
const CALM_ROUNDS_MAX = 60;
const TOKEN_TIMEOUT_MS = 30_000;
const TOKEN_POLL_MS = 100;
const WHOLE = { index: 0, count: 1 };
const TABLES = [{ corpus: USERS_TABLE, table: USERS_TABLE }];
const UNLIMITED = { reserve: () => 0 };
const STEPS = {
  callTimeoutMs: 3_000,
  retryTimeoutMs: 20_000,
  retryInitialDelayMs: 50,
  retryMaxDelayMs: 500,
};

/** An Ed25519 key in PKCS #8: the prefix of the format, and the key. */
const SIGNING_KEY = createPrivateKey({
  key: Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), Buffer.alloc(32, 5)]),
  format: 'der',
  type: 'pkcs8',
});

export interface EraserOptions extends ProcessOptions {
  readonly history: History;
  readonly onCertified: (certificate: Certificate) => void;
  /** Largest number of cells in one read of a sweep, and of mutations in one write. */
  readonly pageMax: number;
}

/** A process with the production code of erasures, on a machine of its own. */
export class EraserProcess {
  readonly #options: EraserOptions;
  readonly #serving: TableAccess;
  readonly #batch: TableAccess;
  readonly #tokens: ConsistencyTokens;
  readonly #parts: ErasureParts;
  readonly #hideSubject: HideSubject;
  readonly #worker: ErasureWorker;
  readonly #killed = new AbortController();
  /** Times at which transactions that remove reservations began, in milliseconds. */
  readonly #removals: { readonly key: string; readonly beganMs: number }[] = [];

  constructor(options: EraserOptions) {
    const { clockSkewMaxMs } = options.settings;
    this.#options = options;
    this.#serving = openTables('serving', { ...options, clockSkewMaxMs });
    this.#batch = openTables('batch', { ...options, clockSkewMaxMs });
    this.#tokens = new ConsistencyTokens(options.world, options.machine, this.#killed.signal);
    this.#parts = this.#createParts();
    this.#hideSubject = this.#observed(guarded.hideSubject(options.settings.guards, this.#parts.hideSubject));
    this.#worker = this.#createWorker();
  }

  /**
   * Requests an erasure, and repeats the request until it is acknowledged. `diesOnceHidden`: the process dies when the
   * tombstones are written, before it records that.
   */
  async request(user: string, { diesOnceHidden = false } = {}): Promise<void> {
    const { history, world, random } = this.#options;
    const id = newEntryId(random);
    const requestedMs = world.clock.nowMs();
    const eraseSubject = this.#createRequest(async () => {
      // Whatever follows, the user's data is hidden, and a restore must not show it again.
      history.promised(user, { eventsMs: requestedMs, objectsMs: requestedMs });
      if (diesOnceHidden) await this.kill();
    });
    const call = { ...CALL, signal: this.#killed.signal };
    const { entry } = await this.#retried(() => eraseSubject({ userId: user, id }, call));
    history.promised(user, msOf(entry.times!));
  }

  /** Runs rounds until nothing is open. Returns whether that was so within the rounds. */
  async work(roundsMax = Infinity): Promise<boolean> {
    const { signal } = this.#killed;
    for (let round = 0; round < roundsMax; round++) {
      const tally = await this.#retried(() => this.#worker.round({ worker: WHOLE, signal }));
      if (tally.certified === tally.open) return true;
      await sleep(this.#options.machine, INTERVAL_MS, signal);
    }
    return false;
  }

  workInCalm(): Promise<boolean> {
    return this.work(CALM_ROUNDS_MAX);
  }

  /** Applies the ledger again after a restore. */
  async replay(): Promise<void> {
    const { settings, machine: clock, random } = this.#options;
    const { reader, writer, scanner } = this.#batch;
    const { ledger } = this.#parts;
    await replayLedger(
      {
        ledger,
        hideSubject: this.#hideSubject,
        keys: LEDGER_KEYS,
        scanner,
        reader: new PrivateReader(reader, settings.rules),
        writer,
        awaitReplication: guarded.replication(settings.guards, this.#awaitReplication),
        tables: () => TABLES,
        corpora: CORPORA,
        clock,
        random,
        rate: UNLIMITED,
        limits: { ...STEPS, rowsInFlight: 2, rowsPerPage: 1 },
      },
      { worker: WHOLE, dryRun: false, signal: this.#killed.signal },
    );
  }

  /** Kills the process, with everything that it waits for. What it has sent stays in flight. */
  async kill(): Promise<void> {
    this.#killed.abort(new BigtableError(GrpcStatus.CANCELLED, 'the process died', { code: 'draining' }));
    await this.#options.transport.close();
    await Promise.all([this.#serving.routing.close(), this.#batch.routing.close()]);
  }

  get isKilled(): boolean {
    return this.#killed.signal.aborted;
  }

  #createParts(): ErasureParts {
    const { settings, machine, random } = this.#options;
    const { guards, rules } = settings;
    const { reader, writer, scanner, transactionsOf } = this.#serving;
    return createErasureParts({
      store: {
        reader: guarded.timeReader(guards, new PrivateReader(reader, rules)),
        writer,
        scanner,
        transactions: this.#recorded(
          guarded.removals(guards, privateTransactions(transactionsOf(RESERVATION_FAMILY), rules)),
        ),
        isReplicated: () => true,
      },
      corpora: CORPORA,
      keys: LEDGER_KEYS,
      clock: guarded.waitClock(guards, machine),
      random,
      config: configOf(this.#options),
    });
  }

  /** Creates the operation of requests, whose ledger may be written late. */
  #createRequest(onHidden: () => Promise<void>): EraseSubject {
    const { settings, machine, random } = this.#options;
    const { reader, scanner, writer } = this.#serving;
    const config = configOf(this.#options);
    const ledger: Ledger = createLedger({
      reader,
      scanner,
      writer: guarded.ledgerWriter(settings.guards, writer),
      keys: LEDGER_KEYS,
      clock: machine,
      random,
      isReplicated: () => true,
      limits: config.privacy,
    });
    const limits = { ...config.objects, tokenWritesMax: config.tokens.writesMax };
    const hideSubject: HideSubject = {
      ...this.#hideSubject,
      hide: async (request, call) => {
        const hidden = await this.#hideSubject.hide(request, call);
        await onHidden();
        return hidden;
      },
    };
    return createEraseSubject({ ledger, hideSubject, clock: machine, limits });
  }

  #createWorker(): ErasureWorker {
    const { settings, machine: clock, random, pageMax } = this.#options;
    const { guards, rules, clockSkewMaxMs } = settings;
    const limits = {
      ...DEFAULTS.compaction,
      ...STEPS,
      derivedWriteMaxMs: guards.has('derived-wait') ? READ_TO_WRITE_MAX_MS : 0,
      clockSkewMaxMs,
      batchSubjectsMax: 500,
      rowsInFlight: 4,
      sweepRoundsMax: 5,
      cellsPerPage: pageMax,
      mutationsPerWrite: pageMax,
    };
    const common = { corpora: CORPORA, clock, random, limits };
    const reader = new PrivateReader(this.#batch.reader, rules);
    const tables = () => TABLES;
    return createErasureWorker(
      guarded.worker(guards, this.#tokens, {
        ...common,
        ledger: this.#parts.ledger,
        hideSubject: this.#hideSubject,
        tables,
        sweepSubject: createSweepSubject({
          ...common,
          reader,
          writer: this.#batch.writer,
          transactions: privateTransactions(this.#serving.transactionsOf(RESERVATION_FAMILY), rules),
        }),
        verify: createVerifyErasure({
          ...common,
          tables,
          clusterRows: atEveryCluster([this.#serving, this.#batch]),
          reader,
          rules,
        }),
        findHomes: () => Promise.resolve(new Map()),
        awaitReplication: this.#awaitReplication,
        issueCertificate: this.#certify,
        rate: UNLIMITED,
      }),
    );
  }

  readonly #awaitReplication: ErasureWorkerDependencies['awaitReplication'] = async (tables, { signal }) => {
    const { machine: clock } = this.#options;
    const options = {
      clock,
      signal,
      timeoutMs: TOKEN_TIMEOUT_MS,
      pollMs: TOKEN_POLL_MS,
      admin: this.#tokens,
    };
    await Promise.all(tables.map((table) => awaitConsistency(table, options)));
  };

  readonly #certify: ReturnType<typeof createIssueCertificate> = async (request, call) => {
    const { onCertified } = this.#options;
    const issue = createIssueCertificate({
      signingKey: SIGNING_KEY,
      store: 'p/i',
      residues: () => Promise.resolve([]),
    });
    const signed = await issue(request, call);
    const { isValid, statement } = verifyCertificate(JSON.stringify(signed));
    const user = userOf(request.entry.subject);
    const { kind, eventsErasedUpTo, objectsErasedUpTo } = statement;
    const times = { eventsMs: Date.parse(eventsErasedUpTo), objectsMs: Date.parse(objectsErasedUpTo) };
    const clusters = statement.evidence.map(({ cluster }) => cluster);
    onCertified({ user, kind, times, version: this.#tokens.covered, clusters, isValid });
    return signed;
  };

  /** Records when transactions begin. */
  #recorded(transactions: RowTransactions): RowTransactions {
    return {
      begin: (table, key, options) => {
        this.#removals.push({ key: key.toString('latin1'), beganMs: this.#options.world.clock.nowMs() });
        return transactions.begin(table, key, options);
      },
    };
  }

  /** Returns a time from which on the call that began at the given one removed reservations. Infinity if it did not. */
  #removedMs(user: string, beganMs: number): number {
    const key = rowKey(user).toString('latin1');
    const own = this.#removals.filter((each) => each.key === key && each.beganMs >= beganMs);
    return Math.min(Infinity, ...own.map((each) => each.beganMs));
  }

  /** Records in the history what is hidden from the return on. */
  #observed(hideSubject: HideSubject): HideSubject {
    const { history, world } = this.#options;
    const observe = (user: string, beganMs: number, { times, tokens, hiddenAtMs }: Hidden): void => {
      const token = mergeAllTokens(tokens, { ...TOKENS, nowMs: hiddenAtMs });
      history.erased(user, msOf(times), { beganMs, token });
    };
    return {
      hide: async (request, call) => {
        const beganMs = world.clock.nowMs();
        const hidden = await hideSubject.hide(request, call);
        history.removedReservations(request.userId, this.#removedMs(request.userId, beganMs));
        observe(request.userId, beganMs, hidden);
        return hidden;
      },
      hideAgain: (request, call) => hideSubject.hideAgain(request, call),
      hideDerived: async (request, call) => {
        const { userId, atLeast } = request;
        const hidden = await hideSubject.hideDerived(request, call);
        observe(userId, -1, hidden);
        history.closed(userId, msOf(atLeast!));
        return hidden;
      },
    };
  }

  /** Repeats a task that fails retryably, as clients and commands do, until the process dies. */
  async #retried<T>(task: () => Promise<T>): Promise<T> {
    const { signal } = this.#killed;
    for (;;) {
      signal.throwIfAborted();
      try {
        return await task();
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof TidemarkError) || !error.retryable) throw error;
        await sleep(this.#options.machine, RETRY_MS, signal);
      }
    }
  }
}

type Hidden = Awaited<ReturnType<HideSubject['hide']>>;

const msOf = ({ eventsUpToMs, objectsUpToMs }: LedgerTimes): ErasureTimes => ({
  eventsMs: eventsUpToMs,
  objectsMs: objectsUpToMs,
});

/** Serving clusters and those for batch work are different ones, and together all of them. */
function atEveryCluster(tables: readonly TableAccess[]): ClusterRows {
  const rows = tables.map(({ routing }) => createClusterRows(routing));
  return async (read, call) => {
    const found = await Promise.all(rows.map((rowsAt) => rowsAt(read, call)));
    return new Map(found.flatMap((each) => [...each]));
  };
}

function configOf({ settings: { clockSkewMaxMs, futureToleranceMs } }: ProcessOptions) {
  return {
    privacy: DEFAULTS.privacy,
    events: { futureToleranceMs },
    objects: DEFAULTS.objects,
    consistency: { clockSkewMaxMs },
    tokens: TOKENS,
  };
}

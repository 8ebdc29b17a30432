import { createPrivateKey } from 'node:crypto';
import { BigtableError } from '../../../src/bigtable/client/bigtable-error';
import { DEFAULTS } from '../../../src/config/defaults';
import { createClusterRows } from '../../../src/consistency/read/row-presence';
import type { ClusterRows, Reader } from '../../../src/consistency/store';
import { verifyCertificate } from '../../../src/core/privacy/certificate';
import { newEntryId } from '../../../src/core/privacy/ledger-entry';
import { TidemarkError } from '../../../src/errors';
import { awaitConsistency } from '../../../src/operations/consistency/await-consistency';
import { createIssueCertificate } from '../../../src/operations/privacy/certificate/issue-certificate';
import {
  createErasureParts,
  type ErasureParts,
} from '../../../src/operations/privacy/create-erasure-operations';
import { createEraseSubject, type EraseSubject } from '../../../src/operations/privacy/erase-subject';
import type { ErasureWorkerDependencies } from '../../../src/operations/privacy/erasure-dependencies';
import { createErasureWorker, type ErasureWorker } from '../../../src/operations/privacy/erasure-worker';
import type { HideSubject } from '../../../src/operations/privacy/hide-subject';
import { createLedger, type Ledger } from '../../../src/operations/privacy/ledger';
import { replayLedger } from '../../../src/operations/privacy/replay-ledger';
import {
  createFindHomes,
  personalTables,
  type PersonalTable,
} from '../../../src/operations/privacy/subject-homes';
import { createSweepSubject } from '../../../src/operations/privacy/sweep-subject';
import { createVerifyErasure } from '../../../src/operations/privacy/verify-erasure';
import { GrpcStatus } from '../../../src/platform/network/grpc';
import { sleep } from '../../../src/platform/time/clock';
import { PrivateReader } from '../../../src/privacy/private-reader';
import { privateTransactions } from '../../../src/privacy/private-transactions';
import { TOKENS } from '../residency/table-access';
import { LEDGER_KEYS, userOf, type Certificate } from './certificates';
import { ConsistencyTokens } from './consistency-tokens';
import { guarded } from './guards';
import { ErasureObserver, msOf } from './erasure-observer';
import type { History } from './history';
import type { ProcessOptions } from './process-options';
import { DERIVED_STEPS, READ_TO_WRITE_MAX_MS } from './pipelines';
import { openServingTables, openTablesBeside, type UserTables } from './user-tables';
import { CORPORA } from './world';

const CALL = { timeoutMs: 4_000 };
const RETRY_MS = 150;
/** Time between two rounds of a worker, in milliseconds. */
const INTERVAL_MS = 500;
/** Number of rounds after which a worker that nothing disturbs must have certified everything. */
const CALM_ROUNDS_MAX = 60;
const TOKEN_TIMEOUT_MS = 30_000;
const TOKEN_POLL_MS = 100;
const WHOLE = { index: 0, count: 1 };
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
  readonly #serving: UserTables;
  readonly #batch: UserTables;
  readonly #tokens: ConsistencyTokens;
  readonly #parts: ErasureParts;
  readonly #hideSubject: HideSubject;
  readonly #worker: ErasureWorker;
  readonly #killed = new AbortController();
  readonly #observer: ErasureObserver;

  constructor(options: EraserOptions) {
    this.#options = options;
    this.#serving = openServingTables(options);
    this.#batch = openTablesBeside(this.#serving, 'batch', options);
    this.#tokens = new ConsistencyTokens(options.world, options.machine, this.#killed.signal);
    this.#observer = new ErasureObserver(options.world, options.history);
    this.#parts = this.#createParts();
    this.#hideSubject = this.#observer.observed(
      guarded.hideSubject(
        options.settings.guards,
        this.#parts.hideSubject,
        () => this.#createParts((reader) => guarded.emptyReader(reader)).hideSubject,
      ),
    );
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
    history.requested(user, id);
    const { entry } = await this.#retried(() => eraseSubject({ userId: user, id }, call));
    history.promised(user, msOf(entry.times!));
    history.acknowledged(user, id);
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
        tables: this.#tables,
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
    await Promise.all([this.#serving.close(), this.#batch.close()]);
  }

  readonly #tables = (): readonly PersonalTable[] => personalTables(CORPORA, this.#serving.residency);

  get isKilled(): boolean {
    return this.#killed.signal.aborted;
  }

  #createParts(changed = (reader: Reader): Reader => reader): ErasureParts {
    const { settings, machine, random } = this.#options;
    const { guards, rules } = settings;
    const { reader, writer, scanner, reservations } = this.#serving;
    return createErasureParts({
      store: {
        reader: changed(guarded.timeReader(guards, new PrivateReader(reader, rules))),
        writer: this.#observer.announced(
          guarded.tombstoneWriter(guards, writer, this.#serving.tables.writer),
          this.#options.region,
        ),
        scanner,
        transactions: this.#observer.recorded(
          guarded.removals(guards, privateTransactions(reservations, rules)),
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
    const { settings, machine, random, history, world } = this.#options;
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
    const recording: Pick<Ledger, 'request' | 'record'> = {
      request: async (entry, call) => {
        const requested = await ledger.request(entry, call);
        history.recorded(requested.entry.id, world.clock.nowMs());
        return requested;
      },
      record: (...args) => ledger.record(...args),
    };
    return createEraseSubject({ ledger: recording, hideSubject, clock: machine, limits });
  }

  #createWorker(): ErasureWorker {
    const { settings, machine: clock, random, pageMax } = this.#options;
    const { guards, rules, clockSkewMaxMs } = settings;
    const limits = {
      ...DEFAULTS.compaction,
      ...STEPS,
      derivedWriteMaxMs: guards.has('derived-wait') ? READ_TO_WRITE_MAX_MS : 0,
      derivedSteps: guards.has('derived-steps') ? DERIVED_STEPS : 1,
      clockSkewMaxMs,
      batchSubjectsMax: 500,
      rowsInFlight: 4,
      sweepRoundsMax: 5,
      cellsPerPage: pageMax,
      mutationsPerWrite: pageMax,
    };
    const common = { corpora: CORPORA, clock, random, limits };
    const reader = new PrivateReader(this.#batch.reader, rules);
    const tables = this.#tables;
    return createErasureWorker(
      guarded.worker(guards, this.#tokens, {
        ...common,
        ledger: this.#observer.recording(this.#parts.ledger),
        hideSubject: this.#hideSubject,
        tables,
        sweepSubject: createSweepSubject({
          ...common,
          reader: guarded.sweepReader(guards, reader, rules),
          writer: this.#batch.writer,
          transactions: privateTransactions(this.#serving.reservations, rules),
        }),
        verify: createVerifyErasure({
          ...common,
          tables,
          clusterRows: atEveryCluster([this.#serving, this.#batch]),
          reader,
          rules,
        }),
        findHomes: createFindHomes(this.#serving.residency),
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
    const { kind, eventsErasedUpTo, objectsErasedUpTo, decisionsErasedUpTo } = statement;
    const times = {
      eventsMs: Date.parse(eventsErasedUpTo),
      objectsMs: Date.parse(objectsErasedUpTo),
      decisionsMs: decisionsErasedUpTo === undefined ? -1 : Date.parse(decisionsErasedUpTo),
    };
    const clusters = statement.evidence.map(({ cluster }) => cluster);
    onCertified({ user, kind, times, version: this.#tokens.covered, clusters, isValid });
    return signed;
  };

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

/** Serving clusters and those for batch work are different ones, and together all of them. */
function atEveryCluster(stores: readonly UserTables[]): ClusterRows {
  const rows = stores.map(({ tables }) => createClusterRows(tables.routing));
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

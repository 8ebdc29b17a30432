import { BigtableError } from '../../../src/bigtable/client/bigtable-error';
import { familyIs } from '../../../src/bigtable/read/filters';
import type { Row } from '../../../src/bigtable/client/types';
import type { GrpcTransport } from '../../../src/bigtable/transport/create-transport';
import { DEFAULTS } from '../../../src/config/defaults';
import type { Reader, Writer } from '../../../src/consistency/store';
import { createVersionedWriter, type VersionedWriter } from '../../../src/consistency/write/versioned-writer';
import type { RowTransactions } from '../../../src/consistency/transactions/row-transactions';
import type { Consistency } from '../../../src/core/consistency/consistency';
import { visibleCells } from '../../../src/core/objects/delete-markers';
import { UNPLACED_SKETCHES } from '../../../src/core/residency/sketch-tables';
import type { RowPrivacy } from '../../../src/core/privacy/row-privacy';
import { rowKey } from '../../../src/core/rows/row-key';
import { createIngestion, type Ingestion } from '../../../src/operations/events/create-ingestion';
import { createConsentOperations, type ConsentOperations } from '../../../src/operations/privacy/consent';
import { createDeleteWithdrawn } from '../../../src/operations/privacy/delete-withdrawn';
import { createLedger } from '../../../src/operations/privacy/ledger';
import { createReadUserEvents, type UserEvents } from '../../../src/operations/events/read-user-events';
import { GrpcStatus } from '../../../src/platform/network/grpc';
import { PrivateReader } from '../../../src/privacy/private-reader';
import { privateTransactions } from '../../../src/privacy/private-transactions';
import { loadSchema } from '../../../src/codec/declarations/schema-registry';
import { AD_ACTION, DAY_MS } from '../../support/events';
import type { MachineClock } from '../residency/machine-clock';
import type { Region } from '../residency/world';
import { LEDGER_KEYS } from './certificates';
import { guarded } from './guards';
import type { ProcessOptions } from './process-options';
import { openServingTables, type UserTables } from './user-tables';
import { OBJECTS, USERS_TABLE } from './world';

const SCHEMA = loadSchema();
const { pointTimeoutMs } = DEFAULTS.bigtable;
const CALL = { timeoutMs: 4_000 };

/** A process that serves requests, with the production stack from the tables to the operations. */
export class ServingProcess {
  readonly region: Region;
  readonly machine: MachineClock;
  readonly reader: Reader;
  readonly writer: Writer;
  readonly objects: VersionedWriter;
  readonly ingestion: Ingestion;
  readonly consent: ConsentOperations;
  readonly transactions: RowTransactions;
  readonly #readEvents: ReturnType<typeof createReadUserEvents>;
  readonly #tables: UserTables;
  readonly #transport: GrpcTransport;
  readonly #died: Promise<never>;
  #die!: (reason: Error) => void;

  constructor(options: ProcessOptions) {
    const { machine, random, transport, settings } = options;
    const { guards, rules, clockSkewMaxMs, futureToleranceMs } = settings;
    this.#died = new Promise((_, reject) => (this.#die = reject));
    this.#died.catch(() => undefined);
    this.#transport = transport;
    this.region = options.region;
    this.machine = machine;
    this.#tables = openServingTables(options);
    const hiding = new PrivateReader(this.#tables.reader, rules);
    this.reader = guarded.reader(guards, this.#tables.reader, hiding);
    this.writer = this.#tables.writer;
    this.objects = createVersionedWriter({
      reader: guarded.versionReader(guards, hiding),
      writer: this.writer,
      clock: machine,
      limits: { clockSkewMaxMs, pointTimeoutMs },
      isReplicated: () => true,
    });
    this.ingestion = createIngestion({
      store: {
        reader: this.reader,
        writer: this.writer,
        sketchTables: UNPLACED_SKETCHES,
        check: () => undefined,
      },
      schema: SCHEMA,
      config: { ...DEFAULTS, events: { ...DEFAULTS.events, futureToleranceMs } },
      clock: machine,
      random,
    });
    this.transactions = privateTransactions(this.#tables.reservations, rules);
    const { reader, writer, scanner } = this.#tables;
    const ledger = createLedger({
      reader,
      writer,
      scanner,
      keys: LEDGER_KEYS,
      clock: machine,
      random,
      isReplicated: () => true,
      limits: DEFAULTS.privacy,
    });
    this.consent = createConsentOperations({
      store: { reader: hiding, writer: this.writer, check: () => undefined },
      schema: SCHEMA,
      clock: machine,
      deleteWithdrawn: createDeleteWithdrawn({ ledger, keys: LEDGER_KEYS, rules }),
      config: { ...DEFAULTS, consistency: { ...DEFAULTS.consistency, clockSkewMaxMs } },
    });
    this.#readEvents = createReadUserEvents({ reader: this.reader, clock: machine, limits: DEFAULTS.counts });
  }

  /** Reads all events of a user. */
  readEvents(userId: string, consistency: Consistency): Promise<UserEvents> {
    const { actions } = AD_ACTION.events;
    const toMs = this.machine.nowMs() + DAY_MS;
    const request = { dataType: AD_ACTION, userId, actions, fromMs: 0, toMs };
    return this.#readEvents(request, consistency, CALL);
  }

  /** Reads all objects of a user, of one family. */
  async readObjects(
    userId: string,
    consistency: Consistency,
    family = OBJECTS,
  ): Promise<{ readonly cells: Row['cells']; readonly privacy: RowPrivacy | undefined }> {
    const read = { table: USERS_TABLE, key: rowKey(userId), filter: familyIs(family), allowsJoin: true };
    const { row, privacy } = await this.reader.readRow(read, consistency, CALL);
    return { cells: visibleCells(row?.cells ?? []).cells, privacy };
  }

  /** Runs a request in the process: when it is not paused, and unless it dies. */
  request<T>(run: (process: ServingProcess) => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      void this.machine.whenRunning(() => {
        Promise.race([run(this), this.#died]).then(resolve, reject);
      });
    });
  }

  /** Kills the process, with everything that it waits for. What it has sent stays in flight. */
  async kill(): Promise<void> {
    this.#die(new BigtableError(GrpcStatus.CANCELLED, 'the process died', { code: 'draining' }));
    await this.#transport.close();
    await this.#tables.close();
  }
}

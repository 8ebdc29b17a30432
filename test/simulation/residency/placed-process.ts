import pino from 'pino';
import { BigtableError } from '../../../src/bigtable/client/bigtable-error';
import type { GrpcTransport } from '../../../src/bigtable/transport/create-transport';
import { RESERVATION_FAMILY } from '../../../src/core/caps/reservation-family';
import { LOCATION_FAMILY } from '../../../src/core/residency/location-family';
import { DEFAULTS } from '../../../src/config/defaults';
import type { Reader, Writer } from '../../../src/consistency/store';
import type { RowTransactions } from '../../../src/consistency/transactions/row-transactions';
import { createVersionedWriter, type VersionedWriter } from '../../../src/consistency/write/versioned-writer';
import { GrpcStatus } from '../../../src/platform/network/grpc';
import type { Random } from '../../../src/platform/random';
import { PlacedReader } from '../../../src/residency/placed-reader';
import { PlacedTransactions } from '../../../src/residency/placed-transactions';
import { PlacedWriter } from '../../../src/residency/placed-writer';
import { openResidency, type Residency } from '../../../src/residency/residency';
import type { TransactionObserver } from '../../../src/routing/clients/timed-clients';
import { guarded, type Guards } from './guards';
import type { MachineClock } from './machine-clock';
import { openTables, TOKENS, type TableAccess } from './table-access';
import type { Region, World } from './world';

export interface ProcessSettings {
  /** Lease of the feed, in milliseconds.  */
  readonly leaseMs: number;
  readonly clockSkewMaxMs: number;
  readonly guards: Guards;
}

export interface ProcessOptions {
  readonly region: Region;
  readonly world: World;
  readonly machine: MachineClock;
  readonly transport: GrpcTransport;
  readonly random: Random;
  readonly settings: ProcessSettings;
  /** Largest number of locations that the process remembers, at least 2. */
  readonly cachedLocationsMax: number;
  /** Called with the duration of each transaction that a cluster has answered. */
  readonly onTransaction?: TransactionObserver | undefined;
}

/** Time between two polls of the feed, as a share of the lease. */
const POLLS = 0.6;
const SILENT = pino({ level: 'silent' });
const SECRET = Buffer.alloc(32, 7);
const { pointTimeoutMs } = DEFAULTS.bigtable;

/** Opens the tables of all placements by serving clusters, and what finds the rows of subjects in them. */
export function openLocations(options: ProcessOptions): {
  readonly tables: TableAccess;
  readonly residency: Residency;
} {
  const { world, region, machine, random, settings, cachedLocationsMax } = options;
  const { guards, leaseMs } = settings;
  const tables = openTables('serving', { ...options, ...settings });
  const residency = openResidency({
    secret: SECRET,
    rules: () => world.topology.placements!,
    region,
    reader: guarded.fenceReader(guards, tables.reader),
    scanner: tables.scanner,
    transactions: tables.transactionsOf(LOCATION_FAMILY),
    clock: guarded.leaseClock(guards, machine),
    random,
    logger: SILENT,
    limits: {
      leaseMs,
      pollIntervalMs: POLLS * leaseMs,
      pollTimeoutMs: (leaseMs * 2) / 3,
      cachedLocationsMax,
    },
  });
  return { tables, residency: guarded.residency(guards, residency) };
}

/** A process that serves requests, with the production stack from the tables of placements to the rows of subjects. */
export class PlacedProcess {
  readonly region: Region;
  readonly machine: MachineClock;
  readonly reader: Reader;
  readonly writer: Writer;
  readonly transactions: RowTransactions;
  readonly objects: VersionedWriter;
  readonly residency: Residency;
  readonly #tables: TableAccess;
  readonly #transport: GrpcTransport;
  readonly #died: Promise<never>;
  #die!: (reason: Error) => void;

  constructor(options: ProcessOptions) {
    const { machine, settings } = options;
    const { guards, clockSkewMaxMs } = settings;
    this.#died = new Promise((_, reject) => (this.#die = reject));
    this.#died.catch(() => undefined);
    this.#transport = options.transport;
    this.region = options.region;
    this.machine = machine;
    const { tables, residency } = openLocations(options);
    const { reader, writer, transactionsOf } = tables;
    this.#tables = tables;
    this.residency = residency;
    const { locations, subjects } = residency;
    const common = { locations, subjects, clock: machine, pointTimeoutMs, tokens: TOKENS };
    this.reader = new PlacedReader({
      ...common,
      reader: guarded.movedRows(guards, reader),
      locations: guarded.readLocations(guards, locations),
    });
    this.writer = new PlacedWriter({ ...common, writer: guarded.stays(guards, writer) });
    this.transactions = new PlacedTransactions({
      ...common,
      transactions: guarded.transactions(guards, transactionsOf(RESERVATION_FAMILY)),
    });
    this.objects = createVersionedWriter({
      reader: this.reader,
      writer: guarded.objectWriter(guards, this.writer),
      clock: machine,
      limits: { clockSkewMaxMs, pointTimeoutMs },
      isReplicated: () => true,
    });
    residency.start();
  }

  /** Runs a request in the process: when it is not paused, and unless it dies. */
  request<T>(run: (process: PlacedProcess) => Promise<T>): Promise<T> {
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
    await Promise.all([this.residency.stop(), this.#tables.routing.close()]);
  }
}

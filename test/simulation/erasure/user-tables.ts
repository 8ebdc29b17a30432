import pino from 'pino';
import { RESERVATION_FAMILY } from '../../../src/core/caps/reservation-family';
import { LOCATION_FAMILY } from '../../../src/core/residency/location-family';
import { DEFAULTS } from '../../../src/config/defaults';
import type { Reader, Scanner, Writer } from '../../../src/consistency/store';
import type { RowTransactions } from '../../../src/consistency/transactions/row-transactions';
import { createPlacedScanner } from '../../../src/residency/placed-scanner';
import { PlacedReader } from '../../../src/residency/placed-reader';
import { PlacedTransactions } from '../../../src/residency/placed-transactions';
import { PlacedWriter } from '../../../src/residency/placed-writer';
import { openResidency, type Residency } from '../../../src/residency/residency';
import type { Workload } from '../../../src/routing/topology/topology';
import { openTables, TOKENS, type TableAccess } from '../residency/table-access';
import type { ProcessOptions } from './process-options';
import { DIRECTORY_SECRET } from './world';

/** The tables of users as a process of production reads and writes them, wherever their rows are. */
export interface UserTables {
  readonly reader: Reader;
  readonly writer: Writer;
  readonly scanner: Scanner;
  readonly reservations: RowTransactions;
  /** Tables by their names in the store. */
  readonly tables: TableAccess;
  /** Undefined where users have no placements. */
  readonly residency: Residency | undefined;
  close(): Promise<void>;
}

/** Time between two polls of the feed, as a share of the lease. */
const POLLS = 0.6;
const CACHED_LOCATIONS_MAX = 1_000;
const SILENT = pino({ level: 'silent' });
const { pointTimeoutMs } = DEFAULTS.bigtable;

/** Opens the tables by serving clusters, and what finds users in them. */
export function openServingTables(options: ProcessOptions): UserTables {
  const tables = openTables('serving', { ...options, ...options.settings });
  const residency = options.world.hasMoves ? openLocations(tables, options) : undefined;
  residency?.start();
  const placed = placedOn(tables, residency, options);
  return {
    ...placed,
    async close() {
      await Promise.all([residency?.stop(), tables.routing.close()]);
    },
  };
}

/** Opens the tables by clusters for one workload. `serving`: tables of the process whose directory they use. */
export function openTablesBeside(
  serving: UserTables,
  workload: Workload,
  options: ProcessOptions,
): UserTables {
  const tables = openTables(workload, { ...options, ...options.settings });
  const placed = placedOn(tables, serving.residency, options);
  return { ...placed, close: () => tables.routing.close() };
}

function openLocations(
  { reader, scanner, transactionsOf }: TableAccess,
  { world, region, machine: clock, random, settings: { leaseMs } }: ProcessOptions,
): Residency {
  return openResidency({
    secret: DIRECTORY_SECRET,
    rules: () => world.topology.placements!,
    region,
    reader,
    scanner,
    transactions: transactionsOf(LOCATION_FAMILY),
    clock,
    random,
    logger: SILENT,
    limits: {
      leaseMs,
      pollIntervalMs: POLLS * leaseMs,
      pollTimeoutMs: (leaseMs * 2) / 3,
      cachedLocationsMax: CACHED_LOCATIONS_MAX,
    },
  });
}

function placedOn(
  tables: TableAccess,
  residency: Residency | undefined,
  { machine: clock }: ProcessOptions,
): Omit<UserTables, 'close'> {
  const { reader, writer, scanner, transactionsOf } = tables;
  const transactions = transactionsOf(RESERVATION_FAMILY);
  if (residency === undefined)
    return { reader, writer, scanner, reservations: transactions, tables, residency };
  const { locations, subjects, rules, follower } = residency;
  const common = { locations, subjects, clock, pointTimeoutMs, tokens: TOKENS };
  return {
    reader: new PlacedReader({ ...common, reader }),
    writer: new PlacedWriter({ ...common, writer }),
    scanner: createPlacedScanner({ scanner, subjects, rules, follower, clock, limits: DEFAULTS.scanning }),
    reservations: new PlacedTransactions({ ...common, transactions }),
    tables,
    residency,
  };
}

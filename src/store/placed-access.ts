/** The part of a store that knows of placements: it finds the tables of a corpus in which the rows of subjects are. */
import { DEFAULTS } from '../config/defaults';
import { LOCATION_FAMILY } from '../core/residency/location-family';
import { NO_PLACEMENTS } from '../core/residency/placement-rules';
import { sketchTables, UNPLACED_SKETCHES, type SketchTables } from '../core/residency/sketch-tables';
import { systemRandom } from '../platform/random';
import type { Workload } from '../routing/topology/cluster';
import type { ClusterRows, Reader, RowPresence, Scanner, Writer } from '../consistency/store';
import type { ChangeSource } from '../consistency/read/change-source';
import type { RowTransactions, TableTransactions } from '../consistency/transactions/row-transactions';
import { PlacedReader } from '../residency/placed-reader';
import { createPlacedScanner } from '../residency/placed-scanner';
import { PlacedTransactions } from '../residency/placed-transactions';
import { PlacedWriter } from '../residency/placed-writer';
import { openResidency, type Residency } from '../residency/residency';
import { observeResidency, residencyTelemetry } from '../residency/telemetry';
import type { StoreDependencies } from './store-dependencies';

/** Access to tables, and not to the corpora that are placed in them. */
export interface StoreTables {
  readonly reader: Reader;
  readonly writer: Writer;
  readonly scanner: Scanner;
  readonly presence: RowPresence;
  readonly clusterRows: ClusterRows;
  readonly changes: ChangeSource;
  /** Row transactions whose versions are in the family. */
  readonly transactionsOf: (family: string) => TableTransactions;
}

interface PlacedTables extends Pick<StoreTables, 'reader' | 'writer' | 'scanner'> {
  /** Row transactions whose versions are in the family of reservations. */
  readonly reservations: RowTransactions;
}

interface PlacedAccess {
  readonly reader: Reader;
  readonly writer: Writer;
  readonly scanner: Scanner;
  readonly transactions: RowTransactions;
  readonly sketchTables: SketchTables;
}

/** Returns what finds locations; undefined without the secret of the directory, and so without placements. */
export function createResidency<W extends Workload>(
  { directorySecret, source, region, clock, logger, config, workload, metrics }: StoreDependencies<W>,
  { reader, scanner, transactionsOf }: StoreTables,
): Residency | undefined {
  if (directorySecret === undefined) return undefined;
  // Batch work uses the directory by a serving store of its own.
  const observed = workload === 'serving' ? metrics : undefined;
  const residency = openResidency({
    secret: directorySecret,
    rules: () => source.current.placements ?? NO_PLACEMENTS,
    region,
    reader,
    scanner,
    transactions: transactionsOf(LOCATION_FAMILY),
    clock,
    random: systemRandom,
    logger,
    limits: config.directory,
    observer: observed === undefined ? undefined : residencyTelemetry(observed),
  });
  if (observed !== undefined) observeResidency(observed, { residency, clock });
  return residency;
}

/** Returns access to the corpora of the store, wherever their rows are. */
export function createPlacedAccess<W extends Workload>(
  { clock, config, region }: StoreDependencies<W>,
  { reader, writer, scanner, reservations: transactions }: PlacedTables,
  residency: Residency | undefined,
): PlacedAccess {
  if (residency === undefined)
    return { reader, writer, scanner, transactions, sketchTables: UNPLACED_SKETCHES };
  const { locations, subjects, rules, follower } = residency;
  const { pointTimeoutMs } = config.bigtable;
  const limits = DEFAULTS.scanning;
  const common = { locations, subjects, clock, pointTimeoutMs, tokens: config.tokens };
  return {
    reader: new PlacedReader({ ...common, reader }),
    writer: new PlacedWriter({ ...common, writer }),
    scanner: createPlacedScanner({ scanner, subjects, rules, follower, clock, limits }),
    transactions: new PlacedTransactions({ ...common, transactions }),
    sketchTables: sketchTables(rules, region),
  };
}

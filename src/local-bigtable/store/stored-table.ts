import BTree from 'sorted-btree';
import { maxOf } from '../../core/shared/lists';
import { addedCount, addedFamilyKey, type FamilyKey } from './family-key';
import type { StoredCell } from './stored-cell';
import { type Aggregator } from './aggregator';
import { dependsOnTime, type GarbageRule, withoutGarbage } from './garbage-rule';
import { type CellChange, StoredRow, type StoredRowChange, type RowOperation } from './stored-row';

export type { StoredRowChange } from './stored-row';

/** Name of a column family with its optional garbage rule and aggregator. */
export interface FamilyDefinition {
  readonly name: string;
  readonly gcRule?: GarbageRule | undefined;
  readonly aggregator?: Aggregator | undefined;
}

/** Column family of a table. */
export interface Family extends FamilyDefinition {
  readonly key: FamilyKey;
}

/** Span of row keys: inclusive start, exclusive end. An absent end is the end of the table. */
export interface KeySpan {
  readonly start: string;
  readonly end: string | undefined;
}

/** Order of keys. */
export const compareKeys = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/**
 * One copy of a table: sorted rows in memory. Pure and synchronous (no I/O, clock or randomness), so that a simulation
 * runs this code. The caller numbers the commits and makes the returned changes durable.
 */
export class StoredTable {
  readonly #rows = new BTree<string, StoredRow>(undefined, compareKeys);
  /** The same rows: a lookup by key takes a fifth of the time in the sorted tree. */
  readonly #rowByKey = new Map<string, StoredRow>();
  #families: ReadonlyMap<string, Family> = new Map();
  #familiesByKey: ReadonlyMap<FamilyKey, Family> = new Map();
  /** Number of families that were added after the creation of the table. */
  #addedFamilies: number;
  hasGcRules = false;
  /** Whether answers can change by the passing of time alone. */
  dependsOnTime = false;
  /** Counts changes of the families, whose GC rules affect the visible cells. */
  familiesVersion = 0;
  /** Number of the latest commit that removed a row or a family, on which the absence of a row may depend. */
  removedVersion = 0;

  /** `keys` has the keys of families that are not their names, by name. */
  constructor(families: Iterable<FamilyDefinition>, keys: ReadonlyMap<string, FamilyKey> = new Map()) {
    this.#addedFamilies = Math.max(0, maxOf(Array.from(keys.values(), addedCount)));
    this.#replaceFamilies(families, (name) => keys.get(name) ?? name);
  }

  get families(): ReadonlyMap<string, Family> {
    return this.#families;
  }

  get familyKeys(): Iterable<FamilyKey> {
    return this.#familiesByKey.keys();
  }

  get rowCount(): number {
    return this.#rows.size;
  }

  /** Replaces the families. Those whose names are in `added` are new, in that order. */
  setFamilies(families: Iterable<FamilyDefinition>, added: readonly string[] = []): void {
    const before = this.#families;
    const first = this.#addedFamilies;
    this.#addedFamilies += added.length;
    this.#replaceFamilies(families, (name) => {
      const index = added.indexOf(name);
      return index < 0 ? (before.get(name)?.key ?? name) : addedFamilyKey(name, first + index);
    });
  }

  #replaceFamilies(definitions: Iterable<FamilyDefinition>, keyOf: (name: string) => FamilyKey): void {
    const families = Array.from(definitions, (each): Family => ({ ...each, key: keyOf(each.name) }));
    this.#families = new Map(families.map((family) => [family.name, family]));
    this.#familiesByKey = new Map(families.map((family) => [family.key, family]));
    const rules = families.flatMap((family) => family.gcRule ?? []);
    this.hasGcRules = rules.length > 0;
    this.dependsOnTime = rules.some(dependsOnTime);
    this.familiesVersion++;
  }

  row(key: string): StoredRow | undefined {
    return this.#rowByKey.get(key);
  }

  /** Returns the row's cells without garbage; empty when the row is absent. */
  cells(row: StoredRow | undefined, nowMs: number): readonly StoredCell[] {
    if (row === undefined) return [];
    if (!this.hasGcRules) return row.cells;
    return withoutGarbage(row.cells, (family) => this.#familiesByKey.get(family)?.gcRule, nowMs);
  }

  /** Applies a row mutation atomically as commit number `version`. */
  apply(key: string, operations: readonly RowOperation[], version: number): StoredRowChange {
    const present = this.#rowByKey.get(key);
    const row = present ?? new StoredRow(key);
    const changes: CellChange[] = [];
    for (const operation of operations) row.apply(operation, changes);
    if (present === undefined && row.cells.length > 0) this.addRow(row);
    return this.#changed(row, changes, version);
  }

  /** Returns rows in key order within the span, or in reverse. The table must not change during the iteration. */
  *scan(span: KeySpan, reversed = false): Generator<StoredRow> {
    if (reversed) {
      const pairs =
        span.end === undefined
          ? this.#rows.entriesReversed()
          : this.#rows.entriesReversed(span.end, undefined, true);
      for (const [key, row] of pairs) {
        if (key < span.start) return;
        yield row;
      }
      return;
    }
    for (const [key, row] of this.#rows.entries(span.start)) {
      if (span.end !== undefined && key >= span.end) return;
      yield row;
    }
  }

  /** Returns the first rows of a span. */
  firstRows(span: KeySpan, count: number): StoredRow[] {
    const rows: StoredRow[] = [];
    for (const row of this.scan(span)) {
      if (rows.length === count) break;
      rows.push(row);
    }
    return rows;
  }

  /** Removes the rows of a span. */
  removeRows(span: KeySpan, version: number): StoredRowChange[] {
    return [...this.scan(span)].map((row) => this.apply(row.key, [{ kind: 'delete-row' }], version));
  }

  /** Removes all cells of a family. */
  removeFamily(family: FamilyKey, version: number): StoredRowChange[] {
    return [...this.scan({ start: '', end: undefined })]
      .map((row) => this.apply(row.key, [{ kind: 'delete-family', family }], version))
      .filter((change) => change.changes.length > 0);
  }

  hasGarbage(row: StoredRow, nowMs: number): boolean {
    return this.cells(row, nowMs) !== row.cells;
  }

  /** Removes the garbage of one row. */
  collectGarbage(row: StoredRow, nowMs: number, version: number): StoredRowChange {
    const live = new Set(this.cells(row, nowMs));
    const changes: CellChange[] = [];
    for (let index = row.cells.length - 1; index >= 0; index--) {
      if (!live.has(row.cells[index]!)) row.remove(index, index + 1, changes);
    }
    return this.#changed(row, changes, version);
  }

  /** Adds a row, new or from storage. */
  addRow(row: StoredRow): void {
    this.#rows.set(row.key, row);
    this.#rowByKey.set(row.key, row);
  }

  #changed(row: StoredRow, changes: readonly CellChange[], version: number): StoredRowChange {
    if (changes.length === 0)
      return { key: row.key, row, changes, recordsBefore: row.records, rewritten: undefined };
    row.version = version;
    if (row.cells.length === 0) {
      this.#rows.delete(row.key);
      this.#rowByKey.delete(row.key);
      this.removedVersion = Math.max(this.removedVersion, version);
    }
    return row.toRowChange(changes);
  }
}

/** Returns whether the operations would make the row larger than `bytesMax`. */
export function wouldExceedSize(
  row: StoredRow | undefined,
  key: string,
  operations: readonly RowOperation[],
  bytesMax: number,
): boolean {
  const presentBytes = row?.bytes ?? key.length;
  if (operations.reduce((bytes, each) => bytes + addedBytes(each), presentBytes) <= bytesMax) return false;
  // Deleted and overwritten cells free space, so the size is found by applying the operations to a copy.
  const trial = row?.copy() ?? new StoredRow(key);
  for (const operation of operations) trial.apply(operation, []);
  return trial.bytes > Math.max(bytesMax, presentBytes);
}

/** Returns the maximum number of bytes that an operation adds to its row. */
function addedBytes(operation: RowOperation): number {
  if (operation.kind === 'set') return operation.qualifier.length + operation.value.length;
  return operation.kind === 'aggregate' ? operation.qualifier.length + operation.input.length : 0;
}

import { isUtf8 } from 'node:buffer';
import {
  blockAll,
  chain,
  familyIs,
  interleave,
  qualifierRange,
  stripValue,
  timestampRange,
} from '../../bigtable/read/filters';
import type { CallOptions, Cell, Filter } from '../../bigtable/client/types';
import {
  cellsOfGenerations,
  generationPrefix,
  generationRange,
  type PinnedGenerations,
} from '../../core/generations/generation-column';
import { visibleCells } from '../../core/objects/delete-markers';
import { objectIdBytesOf } from '../../core/rows/row-key';
import type { DataType } from '../../core/schema/schema';
import { isEventDataType } from '../../core/schema/schema';
import { invalidArgument, TidemarkError } from '../../errors';
import type { VisibleScannedRow, VisibleScanner } from '../../consistency/store';
import { columnsWithMarkers } from '../../consistency/read/marker-filter';
import type { Clock } from '../../platform/time/clock';
import type { SchemaRegistry } from '../../codec/declarations/schema-registry';
import type { WorkerShare } from '../compaction/key-sections';
import { WITHOUT_GENERATIONS, type ScanGenerations } from '../generations/scan-generations';
import {
  compileSelection,
  fieldsBelow,
  fitsFilter,
  isSelected,
  type CellSelector,
  type ObjectCell,
  type Selection,
  type SelectionFields,
} from './object-cells';
import { objectRanges, type IdSelection } from './object-ids';
import { isInternal, type ObjectLimits } from './object-rules';

/** Cells to scan. */
export interface ObjectScanSelection {
  readonly corpus: string;
  /** Absent: all DataTypes of objects that users and pipelines write. */
  readonly select?: readonly CellSelector[] | undefined;
  /** Names of the parts of the selection in error messages. */
  readonly fields?: SelectionFields | undefined;
  readonly ids: IdSelection;
  /** First version, in milliseconds since the Unix epoch. Default: the oldest. */
  readonly fromMs?: number | undefined;
  /** End of the versions, exclusive, in milliseconds since the Unix epoch. Default: no end. */
  readonly toMs?: number | undefined;
  /** Maximum number of versions of each cell, newest first, among those of the time range. Default: all. */
  readonly versions?: number | undefined;
  /** Whether the values are left out of the answer. Default: false. */
  readonly namesOnly?: boolean | undefined;
}

/** The part of the selected rows to scan. */
interface ObjectScanPart {
  readonly share: WorkerShare;
  /** Key of the last row that was scanned before. */
  readonly after?: Buffer | undefined;
}

export interface ScannedObject {
  readonly key: Buffer;
  readonly id: string;
  /** Visible, selected cells, in the order of DataType and SubType; versions newest first. */
  readonly cells: readonly ObjectCell[];
  /** Number of cells that are left out because the id or the SubType is not UTF-8: no object of Tidemark's has such. */
  readonly unreadable: number;
}

export interface ScanObjectsDependencies {
  /** Scanner that leaves out what users' choices, erasures and deletions hide. */
  readonly scanner: VisibleScanner;
  readonly schema: SchemaRegistry;
  readonly clock: Clock;
  readonly limits: ObjectLimits;
  /** Generations of the selected DataTypes. Absent: a selection of DataTypes with generations is rejected with `not_ready`. */
  readonly generations?: ScanGenerations | undefined;
}

/** Scans a part of the selected rows, in the order of their keys. */
export type ScanObjects = (part: ObjectScanPart, options: CallOptions) => AsyncIterable<ScannedObject>;

/**
 * Returns the scan of the selected cells. Each row is read at a moment of its own. Throws the errors of an invalid
 * selection.
 */
export function createScanObjects(
  { scanner, schema, clock, limits, generations = WITHOUT_GENERATIONS }: ScanObjectsDependencies,
  wanted: ObjectScanSelection,
): ScanObjects {
  const { corpus, ids, fields = fieldsBelow('select') } = wanted;
  const { pins } = generations;
  const selectors = wanted.select ?? everyObjectType(schema, corpus);
  const selection = compileSelection({ schema, corpus, limits }, selectors, fields);
  requirePins(selection, pins);
  const { fromMs = 0, toMs = Infinity } = wanted;
  if (fromMs >= toMs) throw invalidArgument('to', 'must be after the first time');
  objectRanges(ids, { index: 0, count: 1 });
  const reader = new ScannedCellReader(selection, { toMs, versions: wanted.versions ?? Infinity, pins });
  return async function* ({ share, after }, options) {
    const ranges = objectRanges(ids, share, after);
    if (ranges.length === 0) return;
    const { namesOnly } = wanted;
    const filter = scanFilter(selection, { nowMs: clock.nowMs(), fromMs, namesOnly, pins });
    for await (const row of scanner.scan({ table: corpus, ranges, filter }, options)) {
      // The promise is there every few seconds only.
      const confirming = generations.confirm();
      if (confirming !== undefined) await confirming;
      yield reader.read(row);
    }
    // The rows of a generation that is being deleted are not there, so none of them would reveal it.
    await generations.confirm();
  };
}

/** Returns selectors of all DataTypes of objects in the corpus but those that only Tidemark writes. */
export function everyObjectType(schema: SchemaRegistry, corpus: string): readonly CellSelector[] {
  const types = schema.corpus(corpus).dataTypes;
  const objects = types.filter((dataType) => !isEventDataType(dataType) && !isInternal(dataType));
  if (objects.length === 0) throw invalidArgument('corpus', `${corpus} has no objects`);
  return objects.map(({ family }) => ({ dataType: family }));
}

/** Throws `not_ready` if a selected DataType has generations and none is chosen: its columns would be read as SubTypes. */
function requirePins(selection: Selection, pins: PinnedGenerations): void {
  for (const { family, generations } of selection.keys())
    if (generations === true && !pins.has(family))
      throw new TidemarkError('not_ready', `the generation of ${family} is not known`);
}

interface FilterBounds {
  readonly nowMs: number;
  readonly fromMs: number;
  readonly namesOnly: boolean | undefined;
  readonly pins: PinnedGenerations;
}

/**
 * Passes the selected cells and the markers that may hide them. The end of the time range is no part of it: a later marker
 * hides earlier cells, and later versions count for the retention.
 */
function scanFilter(selection: Selection, { nowMs, fromMs, namesOnly = false, pins }: FilterBounds): Filter {
  const byName = fitsFilter(selection);
  const branches = Array.from(selection, ([dataType, subTypes]) => {
    const { maxAgeMs = Infinity } = dataType.retention;
    const firstMs = Math.max(fromMs, nowMs - maxAgeMs, 0);
    const names = byName ? Array.from(subTypes ?? [], (name) => Buffer.from(name)) : [];
    const { family } = dataType;
    const generation = pins.get(family);
    if (generation === undefined && pins.has(family)) return blockAll();
    const columns =
      generation === undefined
        ? familyIs(family)
        : qualifierRange({ family, ...generationRange(generation) });
    const prefix = generation === undefined ? undefined : generationPrefix(generation);
    return chain(
      columns,
      ...(names.length === 0 ? [] : [columnsWithMarkers(names, prefix)]),
      ...(firstMs > 0 ? [timestampRange(firstMs * MICROS_PER_MS)] : []),
      ...(namesOnly ? [stripValue()] : []),
    );
  });
  return branches.length === 1 ? branches[0]! : interleave(...branches);
}

const MICROS_PER_MS = 1_000;

interface CellBounds {
  readonly toMs: number;
  readonly versions: number;
  readonly pins: PinnedGenerations;
}

/** Takes the visible cells of scanned rows. */
class ScannedCellReader {
  readonly #selection: Selection;
  readonly #byFamily: ReadonlyMap<string, DataType>;
  readonly #bounds: CellBounds;

  constructor(selection: Selection, bounds: CellBounds) {
    this.#selection = selection;
    this.#byFamily = new Map(Array.from(selection.keys(), (each) => [each.family, each]));
    this.#bounds = bounds;
  }

  read({ key, row }: VisibleScannedRow): ScannedObject {
    const idBytes = objectIdBytesOf(key);
    const stored = visibleCells(cellsOfGenerations(row?.cells ?? [], this.#bounds.pins)).cells;
    if (idBytes === undefined) return { key, id: '', cells: [], unreadable: 0 };
    const id = idBytes.toString('utf8');
    if (!isUtf8(idBytes)) return { key, id, cells: [], unreadable: stored.length };
    return { key, id, ...this.#read(stored) };
  }

  #read(stored: readonly Cell[]): Pick<ScannedObject, 'cells' | 'unreadable'> {
    const cells: ObjectCell[] = [];
    let unreadable = 0;
    let last: Cell | undefined;
    let [retained, shown] = [0, 0];
    for (const cell of stored) {
      const dataType = this.#byFamily.get(cell.family);
      if (dataType === undefined) continue;
      if (last === undefined || last.family !== cell.family || !last.qualifier.equals(cell.qualifier))
        [retained, shown] = [0, 0];
      last = cell;
      retained += 1;
      const timestampMs = cell.timestampMicros / MICROS_PER_MS;
      if (retained > (dataType.retention.versionsMax ?? Infinity)) continue;
      const subType = cell.qualifier.toString('utf8');
      if (!isSelected(this.#selection, dataType, subType)) continue;
      if (timestampMs >= this.#bounds.toMs || shown === this.#bounds.versions) continue;
      shown += 1;
      if (!isUtf8(cell.qualifier)) unreadable += 1;
      else cells.push({ dataType: dataType.family, subType, timestampMs, value: cell.value });
    }
    return { cells, unreadable };
  }
}

/** Selection of an object's cells: compiled into one Bigtable filter, and applied to the cells that it returns. */
import {
  blockAll,
  cellsPerColumnLimit,
  chain,
  familyIs,
  interleave,
  qualifierRange,
  timestampRange,
} from '../../bigtable/read/filters';
import type { Cell, Filter, Row } from '../../bigtable/client/types';
import type { SchemaRegistry } from '../../codec/declarations/schema-registry';
import {
  cellsOfGenerations,
  generationPrefix,
  generationRange,
  type PinnedGenerations,
} from '../../core/generations/generation-column';
import { visibleCells } from '../../core/objects/delete-markers';
import type { DataType } from '../../core/schema/schema';
import { invalidArgument, TidemarkError } from '../../errors';
import { columnsWithMarkers } from '../../consistency/read/marker-filter';
import { checkSubType, objectType, type ObjectLimits } from './object-rules';

/** Selects cells of one DataType. */
export interface CellSelector {
  readonly dataType: string;
  /** SubTypes to read. Absent: all of them. */
  readonly subTypes?: readonly string[];
}

/** One version of a cell. */
export interface ObjectCell {
  readonly dataType: string;
  readonly subType: string;
  readonly timestampMs: number;
  /** The serialized message: a view of received bytes, which it keeps in memory. */
  readonly value: Buffer;
}

/** Selected SubTypes by DataType; undefined stands for all SubTypes. */
export type Selection = ReadonlyMap<DataType, ReadonlySet<string> | undefined>;
type MutableSelection = Map<DataType, Set<string> | undefined>;

/** Parameters of a read that are common to all its objects. */
export interface SelectionContext {
  readonly schema: SchemaRegistry;
  readonly corpus: string;
  readonly limits: ObjectLimits;
}

/** Names of the parts of a selection in error messages. */
export interface SelectionFields {
  readonly select: string;
  dataType(index: number): string;
  subTypes(index: number): string;
  subType(index: number, position: number): string;
}

/** Returns the names for a list of selectors at the path. */
export function fieldsBelow(path: string): SelectionFields {
  return {
    select: path,
    dataType: (index) => `${path}[${index}].dataType`,
    subTypes: (index) => `${path}[${index}].subTypes`,
    subType: (index, position) => `${path}[${index}].subTypes[${position}]`,
  };
}

/** Checks and merges selectors. A cell that several of them select is returned once. */
export function compileSelection(
  { schema, corpus, limits }: SelectionContext,
  selectors: readonly CellSelector[],
  fields: SelectionFields,
): Selection {
  if (selectors.length === 0) throw invalidArgument(fields.select, 'must not be empty');
  if (selectors.reduce((sum, { subTypes }) => sum + (subTypes?.length ?? 1), 0) > limits.selectorsMax) {
    throw invalidArgument(fields.select, `must name at most ${limits.selectorsMax} cells`);
  }
  const selection: MutableSelection = new Map();
  selectors.forEach(({ dataType: family, subTypes }, index) => {
    const dataType = objectType(schema, corpus, { family, field: fields.dataType(index) });
    if (subTypes?.length === 0) throw invalidArgument(fields.subTypes(index), 'must not be empty');
    subTypes?.forEach((subType, position) => checkSubType(subType, limits, fields.subType(index, position)));
    add(selection, dataType, subTypes);
  });
  return selection;
}

/** Adds to `selection`. All SubTypes of a DataType include those that are listed. */
function add(selection: MutableSelection, dataType: DataType, subTypes: Iterable<string> | undefined): void {
  const earlier = selection.get(dataType);
  if (subTypes === undefined || (earlier === undefined && selection.has(dataType))) {
    selection.set(dataType, undefined);
  } else if (earlier === undefined) selection.set(dataType, new Set(subTypes));
  else for (const subType of subTypes) earlier.add(subType);
}

/** Returns the union of the selections. */
export function uniteSelections(selections: readonly Selection[]): Selection {
  const union: MutableSelection = new Map();
  for (const selection of selections) {
    for (const [dataType, subTypes] of selection) add(union, dataType, subTypes);
  }
  return union;
}

/** Returns the families of the selected DataTypes. */
export function familiesOf(selection: Selection): readonly string[] {
  return Array.from(selection.keys(), ({ family }) => family);
}

/** Whether the selection includes the SubType. */
export function isSelected(selection: Selection, dataType: DataType, subType: string): boolean {
  const subTypes = selection.get(dataType);
  return subTypes === undefined ? selection.has(dataType) : subTypes.has(subType);
}

/**
 * Maximum total size of SubType names in a filter. Bigtable rejects filters over 20 KB; each name occurs twice, once
 * for its marker, and escaping can double it.
 */
const NAMES_BYTES_MAX = 4 * 1024;

/**
 * Returns one filter for the whole selection, delete markers included. It excludes expired cells, which Bigtable may
 * retain for another week, and those of other generations than the pinned ones. When the names of the SubTypes would make
 * it too large, it selects all SubTypes, and `CellReader` selects again.
 */
export function selectionFilter(
  selection: Selection,
  { nowMs, pins, versions, extraVersions: spare }: CellsToRead,
): Filter {
  const byName = fitsFilter(selection);
  return anyOf(
    [...selection].map(([dataType, subTypes]) => {
      const { family, retention } = dataType;
      const { maxAgeMs } = retention;
      const names = byName && subTypes !== undefined ? [...subTypes].map((each) => Buffer.from(each)) : [];
      const generation = pins.get(family);
      if (generation === undefined && dataType.generations === true) return blockAll();
      const columns =
        generation === undefined
          ? familyIs(family)
          : qualifierRange({ family, ...generationRange(generation) });
      const prefix = generation === undefined ? undefined : generationPrefix(generation);
      return chain(
        columns,
        ...(names.length === 0 ? [] : [columnsWithMarkers(names, prefix)]),
        ...(maxAgeMs === undefined ? [] : [timestampRange(Math.max(0, nowMs - maxAgeMs) * 1000)]),
        cellsPerColumnLimit(versionsOf(dataType, versions) + spare),
      );
    }),
  );
}

interface CellsToRead extends VersionLimit {
  readonly nowMs: number;
  readonly pins: PinnedGenerations;
}

/** Number of versions of each cell to read. */
export interface VersionLimit {
  readonly versions: number;
  /** Additional versions, to replace those that are deleted but still stored. */
  readonly extraVersions: number;
}

const versionsOf = ({ retention: { versionsMax } }: DataType, versions: number): number =>
  Math.min(versions, versionsMax ?? versions);

/**
 * Repeats the read while deleted versions that arrived late displace visible ones, which is rare. Returns the answer
 * with the visible cells of its rows, in columns that are named by their SubTypes.
 */
export async function readUndeleted<A extends { readonly rows: readonly (Row | undefined)[] }>(
  { versions, pins }: { readonly versions: number; readonly pins: PinnedGenerations },
  read: (limit: VersionLimit) => Promise<A>,
): Promise<A> {
  for (let spare = 0; ;) {
    const answer = await read({ versions, extraVersions: spare });
    let hidden = 0;
    const rows = answer.rows.map((row) => {
      if (row === undefined) return undefined;
      const { cells, versionsHidden } = visibleCells(cellsOfGenerations(row.cells, pins));
      hidden = Math.max(hidden, versionsHidden);
      return cells === row.cells ? row : { ...row, cells };
    });
    if (hidden <= spare) return { ...answer, rows };
    spare = hidden;
  }
}

/** Whether a filter may name all SubTypes of the selection. */
export function fitsFilter(selection: Selection): boolean {
  return namesBytes(selection) <= NAMES_BYTES_MAX;
}

function namesBytes(selection: Selection): number {
  let bytes = 0;
  for (const subTypes of selection.values()) {
    for (const subType of subTypes ?? []) bytes += Buffer.byteLength(subType) + 1;
  }
  return bytes;
}

/** Bigtable rejects an interleave of a single filter. */
function anyOf(filters: readonly Filter[]): Filter {
  const [first] = filters;
  return filters.length === 1 && first !== undefined ? first : interleave(...filters);
}

/** Selects cells of rows. Throws `answer_too_large` when their values exceed the limit of an answer. */
export class CellReader {
  #answerBytes = 0;
  readonly #byFamily: ReadonlyMap<string, DataType>;

  constructor(
    private readonly context: SelectionContext,
    private readonly versions: number,
  ) {
    const { dataTypes } = context.schema.corpus(context.corpus);
    this.#byFamily = new Map(dataTypes.map((each) => [each.family, each]));
  }

  /** Returns the visible, selected cells of the row, in row order, versions newest first. */
  read(row: Row, selection: Selection): ObjectCell[] {
    const cells: ObjectCell[] = [];
    let last: Cell | undefined;
    let versions = 0;
    for (const cell of row.cells) {
      const dataType = this.#byFamily.get(cell.family);
      const subType = cell.qualifier.toString('utf8');
      if (dataType === undefined || !isSelected(selection, dataType, subType)) continue;
      versions = last !== undefined && isSameColumn(last, cell) ? versions + 1 : 1;
      last = cell;
      if (versions <= versionsOf(dataType, this.versions)) cells.push(this.#cell(cell, dataType, subType));
    }
    return cells;
  }

  #cell(cell: Cell, dataType: DataType, subType: string): ObjectCell {
    const { answerBytesMax } = this.context.limits;
    this.#answerBytes += cell.value.length;
    if (this.#answerBytes > answerBytesMax) {
      const message = `the answer would have more than ${answerBytesMax} bytes: request fewer cells`;
      throw new TidemarkError('answer_too_large', message);
    }
    return {
      dataType: dataType.family,
      subType,
      timestampMs: cell.timestampMicros / 1000,
      value: cell.value,
    };
  }
}

const isSameColumn = (a: Cell, b: Cell): boolean => a.family === b.family && a.qualifier.equals(b.qualifier);

/** Throws `invalid_argument` for a number of versions out of range. */
export function checkVersions(versions: number, limits: ObjectLimits): void {
  if (!Number.isInteger(versions) || versions < 1 || versions > limits.versionsMax) {
    throw invalidArgument('versions', `must be a whole number from 1 to ${limits.versionsMax}`);
  }
}

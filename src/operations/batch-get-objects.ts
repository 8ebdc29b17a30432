import { rowKey } from '../core/row-key';
import { invalidArgument } from '../errors';
import {
  CellReader,
  checkVersions,
  compileSelection,
  selectionFilter,
  unite,
  type CellSelector,
  type ObjectCell,
  type Selection,
  type SelectionContext,
  type ValueForm,
} from './object-cells';
import { checkObjectId, type ObjectDependencies, type ObjectOperation } from './object-rules';

export interface BatchGetObjectsRequest {
  readonly corpus: string;
  readonly objects: readonly ObjectSelector[];
  /** At most this many newest versions of each cell. Default 1. */
  readonly versions?: number;
  readonly form: ValueForm;
}

export interface ObjectSelector {
  readonly id: string;
  readonly select: readonly CellSelector[];
}

export interface BatchGetObjectsAnswer {
  /** One for each object asked for, in that order. */
  readonly objects: readonly FoundObject[];
  readonly consistency: { readonly level: 'eventual' };
}

export interface FoundObject {
  readonly id: string;
  readonly cells: readonly ObjectCell[];
  /** What was asked for and is not there; without `subType` where all SubTypes were asked for. */
  readonly missing: readonly { readonly dataType: string; readonly subType?: string }[];
}

export type BatchGetObjects = ObjectOperation<BatchGetObjectsRequest, BatchGetObjectsAnswer>;

/**
 * Reads cells of many objects in one ReadRows. Its one filter selects what any object of the batch selects, so group
 * objects of very different selections into batches of their own.
 */
export function createBatchGetObjects(dependencies: ObjectDependencies): BatchGetObjects {
  const { client, schema, clock, limits } = dependencies;
  return async ({ corpus, objects, versions = 1, form }, options) => {
    const context = { schema, corpus, limits };
    schema.corpus(corpus);
    checkVersions(versions, limits);
    const selections = compileObjects(context, objects);
    const filter = selectionFilter(unite(selections), { nowMs: clock.nowMs(), versions });
    const keys = objects.map(({ id }) => rowKey(id));
    const wanted = positionsByKey(keys);
    const reader = new CellReader(context, form);
    const cells: ObjectCell[][] = objects.map(() => []);
    for await (const row of client.readRows({ table: corpus, keys: distinct(keys), filter }, options)) {
      for (const position of wanted.get(row.key.toString('latin1')) ?? []) {
        cells[position] = reader.read(row, selections[position] as Selection);
      }
    }
    const found = objects.map(({ id }, position) => {
      const ofObject = cells[position] as ObjectCell[];
      return { id, cells: ofObject, missing: missingOf(selections[position] as Selection, ofObject) };
    });
    return { objects: found, consistency: { level: 'eventual' } };
  };
}

function compileObjects(context: SelectionContext, objects: readonly ObjectSelector[]): Selection[] {
  const { limits } = context;
  if (objects.length === 0) throw invalidArgument('objects', 'must not be empty');
  if (objects.length > limits.batchMax) {
    throw invalidArgument('objects', `must have at most ${limits.batchMax} objects`);
  }
  return objects.map(({ id, select }, index) => {
    checkObjectId(id, limits, `objects[${index}].id`);
    return compileSelection(context, select, `objects[${index}].select`);
  });
}

/** An object may be asked for several times. */
function positionsByKey(keys: readonly Buffer[]): Map<string, number[]> {
  const positions = new Map<string, number[]>();
  keys.forEach((key, position) => {
    const name = key.toString('latin1');
    const known = positions.get(name);
    if (known === undefined) positions.set(name, [position]);
    else known.push(position);
  });
  return positions;
}

function distinct(keys: readonly Buffer[]): Buffer[] {
  return [...new Map(keys.map((key) => [key.toString('latin1'), key])).values()];
}

function missingOf(selection: Selection, cells: readonly ObjectCell[]): FoundObject['missing'] {
  const found = new Map<string, Set<string>>();
  for (const { dataType, subType } of cells) {
    const subTypes = found.get(dataType);
    if (subTypes === undefined) found.set(dataType, new Set([subType]));
    else subTypes.add(subType);
  }
  return [...selection].flatMap(([{ family }, subTypes]) => {
    const present = found.get(family);
    if (subTypes === undefined) return present === undefined ? [{ dataType: family }] : [];
    const absent = [...subTypes].filter((subType) => present?.has(subType) !== true);
    return absent.map((subType) => ({ dataType: family, subType }));
  });
}

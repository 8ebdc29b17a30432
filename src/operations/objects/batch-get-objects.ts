import type { CallOptions } from '../../bigtable/client/types';
import type { Consistency, ReadEvidence } from '../../core/consistency/consistency';
import { omissionsOf, type Omission } from '../../core/privacy/omissions';
import type { RequestedGenerations } from '../../core/generations/pointer-vector';
import { rowKey } from '../../core/rows/row-key';
import type { Steps } from '../../core/shared/steps';
import { invalidArgument } from '../../errors';
import { runInSlices } from '../../platform/tasks/time-slices';
import type { Reader, RowsAnswer, RowsRead } from '../../consistency/store';
import { NO_GENERATIONS, withGenerationToken, type ReadGenerations } from '../generations/served-generations';
import {
  CellReader,
  checkVersions,
  compileSelection,
  familiesOf,
  fieldsBelow,
  readUndeleted,
  selectionFilter,
  uniteSelections,
  type CellSelector,
  type ObjectCell,
  type Selection,
  type SelectionContext,
} from './object-cells';
import { checkObjectId, type ObjectOperation, type ObjectReadDependencies } from './object-rules';

export interface BatchGetObjectsRequest {
  readonly corpus: string;
  readonly objects: readonly ObjectSelector[];
  /** Maximum number of versions of each cell, newest first. Default: 1. */
  readonly versions?: number;
  /** Generations to read instead of the published ones, by family. */
  readonly generations?: RequestedGenerations | undefined;
  readonly consistency: Consistency;
}

export interface ObjectSelector {
  readonly id: string;
  readonly select: readonly CellSelector[];
}

export interface BatchGetObjectsAnswer extends Pick<ReadGenerations, 'generations'> {
  /** One for each requested object, in order. */
  readonly objects: readonly FoundObject[];
  /** Evidence for all objects together. */
  readonly evidence: ReadEvidence;
}

interface FoundObject {
  readonly id: string;
  readonly cells: readonly ObjectCell[];
  /** Requested cells that do not exist; without `subType` when all SubTypes were requested. */
  readonly missing: readonly { readonly dataType: string; readonly subType?: string }[];
  /** Requested DataTypes that are left out. They are not `missing`. */
  readonly omitted: readonly Omission[];
  /** Present and false when the object may be stale and the request allowed that. */
  readonly met?: false;
}

export type BatchGetObjects = ObjectOperation<BatchGetObjectsRequest, BatchGetObjectsAnswer>;

/**
 * Returns an operation that reads cells of many objects, with one ReadRows per cluster that is nearest for some of
 * them. One filter selects the cells that any object of the batch requests, so objects with very different selections
 * belong into separate batches.
 */
export function createBatchGetObjects(dependencies: ObjectReadDependencies): BatchGetObjects {
  const { reader, schema, clock, limits, onOmission, generations = NO_GENERATIONS } = dependencies;
  return async ({ corpus, objects, versions = 1, generations: requested, consistency }, options) => {
    const context = { schema, corpus, limits };
    schema.corpus(corpus);
    checkVersions(versions, limits);
    const selections = compileObjects(context, objects);
    const selection = uniteSelections(selections);
    const keys = objects.map(({ id }) => rowKey(id));
    const wanted = { dataTypes: selection.keys(), requested, consistency };
    const answer = await generations.read(wanted, (pins) =>
      readUndeleted({ versions, pins }, (limit) => {
        const filter = selectionFilter(selection, { nowMs: clock.nowMs(), pins, ...limit });
        const read = { table: corpus, keys, filter, allowsJoin: true, bytesMax: limits.answerBytesMax };
        return readDistinct(reader, read, consistency, options);
      }),
    );
    const cellReader = new CellReader(context, versions);
    const evidence = withGenerationToken(answer.evidence, answer);
    const found = await runInSlices(foundObjects({ objects, selections, answer, cellReader, onOmission }), {
      clock,
      signal: options?.signal,
    });
    return { objects: found, evidence, generations: answer.generations };
  };
}

/** Reads the cells of all objects in steps, one for each object. */
function* foundObjects({
  objects,
  selections,
  answer: { rows, unmet, privacy },
  cellReader,
  onOmission,
}: ObjectsToRead): Steps<readonly FoundObject[]> {
  const unproven = new Set(unmet);
  const found: FoundObject[] = [];
  for (const [position, { id }] of objects.entries()) {
    const [row, selection] = [rows[position], selections[position] as Selection];
    const cells = row === undefined ? [] : cellReader.read(row, selection);
    const omitted = omissionsOf(privacy?.[position], familiesOf(selection), onOmission);
    const object = { id, cells, missing: missingOf(selection, cells, omitted), omitted };
    found.push(unproven.has(position) ? { ...object, met: false } : object);
    yield;
  }
  return found;
}

interface ObjectsToRead {
  readonly objects: readonly ObjectSelector[];
  readonly selections: readonly Selection[];
  readonly answer: Pick<RowsAnswer, 'rows' | 'unmet' | 'privacy'>;
  readonly cellReader: CellReader;
  readonly onOmission: ObjectReadDependencies['onOmission'];
}

function compileObjects(context: SelectionContext, objects: readonly ObjectSelector[]): Selection[] {
  const { limits } = context;
  if (objects.length === 0) throw invalidArgument('objects', 'must not be empty');
  if (objects.length > limits.batchMax) {
    throw invalidArgument('objects', `must have at most ${limits.batchMax} objects`);
  }
  return objects.map(({ id, select }, index) => {
    checkObjectId(id, limits, `objects[${index}].id`);
    return compileSelection(context, select, fieldsBelow(`objects[${index}].select`));
  });
}

/** Returns one row for each key, in order. An object that is requested several times is read once. */
async function readDistinct(
  reader: Reader,
  { keys, ...read }: RowsRead,
  consistency: Consistency,
  options?: CallOptions,
): Promise<RowsAnswer> {
  const positions = new Map<string, number>();
  const distinct = keys.filter((key) => {
    const name = key.toString('latin1');
    return !positions.has(name) && positions.set(name, positions.size);
  });
  const answer = await reader.readRows({ ...read, keys: distinct }, consistency, options);
  const { rows, evidence, unmet, privacy } = answer;
  const readAs = keys.map((key) => positions.get(key.toString('latin1')) as number);
  const unproven = new Set(unmet);
  return {
    rows: readAs.map((position) => rows[position]),
    evidence,
    unmet: readAs.flatMap((position, at) => (unproven.has(position) ? [at] : [])),
    privacy: privacy === undefined ? undefined : readAs.map((position) => privacy[position]!),
  };
}

const NOTHING: FoundObject['missing'] = Object.freeze([]);

function missingOf(
  selection: Selection,
  cells: readonly ObjectCell[],
  omitted: readonly Omission[],
): FoundObject['missing'] {
  if (cells.length > 0 && isSingleCell(selection)) return NOTHING;
  const found = new Map<string, Set<string>>();
  for (const { dataType, subType } of cells) {
    const subTypes = found.get(dataType);
    if (subTypes === undefined) found.set(dataType, new Set([subType]));
    else subTypes.add(subType);
  }
  return [...selection].flatMap(([{ family }, subTypes]) => {
    if (omitted.some(({ dataType }) => dataType === family)) return [];
    const present = found.get(family);
    if (subTypes === undefined) return present === undefined ? [{ dataType: family }] : [];
    const absent = [...subTypes].filter((subType) => present?.has(subType) !== true);
    return absent.map((subType) => ({ dataType: family, subType }));
  });
}

/** Returns whether the selection is one SubType of one DataType. Whatever is found of the object is this cell. */
function isSingleCell(selection: Selection): boolean {
  if (selection.size !== 1) return false;
  const [subTypes] = selection.values();
  return subTypes?.size === 1;
}

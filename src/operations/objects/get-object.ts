import type { Consistency, ReadEvidence } from '../../core/consistency/consistency';
import { omissionsOf, type Omission } from '../../core/privacy/omissions';
import type { RequestedGenerations } from '../../core/generations/pointer-vector';
import { rowKey } from '../../core/rows/row-key';
import { TidemarkError } from '../../errors';
import { NO_GENERATIONS, withGenerationToken, type ReadGenerations } from '../generations/served-generations';
import {
  CellReader,
  checkVersions,
  compileSelection,
  familiesOf,
  fieldsBelow,
  readUndeleted,
  selectionFilter,
  type CellSelector,
  type ObjectCell,
  type SelectionFields,
} from './object-cells';
import { checkObjectId, type ObjectOperation, type ObjectReadDependencies } from './object-rules';

export interface GetObjectRequest {
  readonly corpus: string;
  readonly id: string;
  /** Cells to read. Several DataTypes with some or all of their SubTypes are read by one ReadRows. */
  readonly select: readonly CellSelector[];
  /** Names of the parts of the selection in error messages. Default: their paths below `select`. */
  readonly fields?: SelectionFields;
  /** Maximum number of versions of each cell, newest first. Default: 1. */
  readonly versions?: number;
  /** Generations to read instead of the published ones, by family. */
  readonly generations?: RequestedGenerations | undefined;
  readonly consistency: Consistency;
}

export interface GetObjectAnswer extends Pick<ReadGenerations, 'generations'> {
  /** At least one cell. Versions of a SubType are sorted newest first. */
  readonly cells: readonly ObjectCell[];
  /** Selected DataTypes that are left out. */
  readonly omitted: readonly Omission[];
  readonly evidence: ReadEvidence;
}

export type GetObject = ObjectOperation<GetObjectRequest, GetObjectAnswer>;

/**
 * Error for an object without any of the requested cells. It carries the evidence of the read, because absence is an
 * answer that consistency applies to.
 */
export class ObjectNotFound extends TidemarkError {
  override readonly name = 'ObjectNotFound';

  constructor(
    { corpus, id, select }: GetObjectRequest,
    readonly evidence: ReadEvidence,
    readonly generations: ReadGenerations['generations'] = undefined,
  ) {
    const names = select.map(({ dataType, subTypes }) => `${dataType}/${subTypes?.join(',') ?? '*'}`);
    super('object_not_found', `Object ${JSON.stringify(id)} of ${corpus} has no ${names.join(' or ')}`);
  }
}

const SELECT = fieldsBelow('select');

/**
 * Returns an operation that reads cells of one object. It throws `ObjectNotFound` when none of the requested cells
 * exists, and `no_consent` when the user has not allowed the purpose of any of the requested DataTypes.
 */
export function createGetObject(dependencies: ObjectReadDependencies): GetObject {
  const { reader, schema, clock, limits, onOmission, generations = NO_GENERATIONS } = dependencies;
  return async (request, options) => {
    const { corpus, id, versions = 1, consistency } = request;
    const context = { schema, corpus, limits };
    const selection = compileSelection(context, request.select, request.fields ?? SELECT);
    checkObjectId(id, limits);
    checkVersions(versions, limits);
    const wanted = { dataTypes: selection.keys(), requested: request.generations, consistency };
    const found = await generations.read(wanted, (pins) =>
      readUndeleted({ versions, pins }, async (limit) => {
        const filter = selectionFilter(selection, { nowMs: clock.nowMs(), pins, ...limit });
        const answer = await reader.readRow(
          { table: corpus, key: rowKey(id), filter, allowsJoin: true },
          consistency,
          options,
        );
        return { rows: [answer.row], privacy: answer.privacy, evidence: answer.evidence };
      }),
    );
    const [row] = found.rows;
    const evidence = withGenerationToken(found.evidence, found);
    const cells = row === undefined ? [] : new CellReader(context, versions).read(row, selection);
    const omitted = omissionsOf(found.privacy, familiesOf(selection), onOmission);
    if (omitted.length === selection.size) throw notAllowed(omitted, (request.fields ?? SELECT).dataType(0));
    if (cells.length === 0) throw new ObjectNotFound(request, evidence, found.generations);
    return { cells, omitted, evidence, generations: found.generations };
  };
}

function notAllowed(omitted: readonly Omission[], field: string): TidemarkError {
  const names = omitted.map(({ dataType, purpose }) => `${purpose}, the purpose of ${dataType}`);
  return new TidemarkError('no_consent', `the user has not allowed ${names.join(', or ')}`, { field });
}

import type { Consistency, ReadEvidence } from '../../core/consistency/consistency';
import { rowKey } from '../../core/rows/row-key';
import { TidemarkError } from '../../errors';
import {
  CellReader,
  checkVersions,
  compileSelection,
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
  readonly consistency: Consistency;
}

export interface GetObjectAnswer {
  /** At least one cell. Versions of a SubType are sorted newest first. */
  readonly cells: readonly ObjectCell[];
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
  ) {
    const names = select.map(({ dataType, subTypes }) => `${dataType}/${subTypes?.join(',') ?? '*'}`);
    super('object_not_found', `Object ${JSON.stringify(id)} of ${corpus} has no ${names.join(' or ')}`);
  }
}

const SELECT = fieldsBelow('select');

/**
 * Returns an operation that reads cells of one object. It throws `ObjectNotFound` when none of the requested cells
 * exists.
 */
export function createGetObject({ reader, schema, clock, limits }: ObjectReadDependencies): GetObject {
  return async (request, options) => {
    const { corpus, id, versions = 1, consistency } = request;
    const context = { schema, corpus, limits };
    const selection = compileSelection(context, request.select, request.fields ?? SELECT);
    checkObjectId(id, limits);
    checkVersions(versions, limits);
    const { rows, evidence } = await readUndeleted(versions, async (limit) => {
      const filter = selectionFilter(selection, { nowMs: clock.nowMs(), ...limit });
      const answer = await reader.readRow(
        { table: corpus, key: rowKey(id), filter, allowsJoin: true },
        consistency,
        options,
      );
      return { rows: [answer.row], evidence: answer.evidence };
    });
    const [row] = rows;
    const cells = row === undefined ? [] : new CellReader(context, versions).read(row, selection);
    if (cells.length === 0) throw new ObjectNotFound(request, evidence);
    return { cells, evidence };
  };
}

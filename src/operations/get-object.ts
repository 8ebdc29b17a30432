import { rowKey } from '../core/row-key';
import { TidemarkError } from '../errors';
import {
  CellReader,
  checkVersions,
  compileSelection,
  selectionFilter,
  type CellSelector,
  type ObjectCell,
  type ValueForm,
} from './object-cells';
import { checkObjectId, type ObjectDependencies, type ObjectOperation } from './object-rules';

export interface GetObjectRequest {
  readonly corpus: string;
  readonly id: string;
  /** Several DataTypes, and several or all SubTypes of each, come in one ReadRows. */
  readonly select: readonly CellSelector[];
  /** At most this many newest versions of each cell. Default 1. */
  readonly versions?: number;
  readonly form: ValueForm;
}

export interface GetObjectAnswer {
  /** At least one; the versions of a SubType newest first. */
  readonly cells: readonly ObjectCell[];
  readonly consistency: { readonly level: 'eventual' };
}

export type GetObject = ObjectOperation<GetObjectRequest, GetObjectAnswer>;

/** Reads cells of one object. Throws `object_not_found` when it has none of those asked for. */
export function createGetObject({ client, schema, clock, limits }: ObjectDependencies): GetObject {
  return async (request, options) => {
    const { corpus, id, versions = 1 } = request;
    const context = { schema, corpus, limits };
    const selection = compileSelection(context, request.select, 'select');
    checkObjectId(id, limits);
    checkVersions(versions, limits);
    const filter = selectionFilter(selection, { nowMs: clock.nowMs(), versions });
    const row = await client.readRow({ table: corpus, key: rowKey(id), filter }, options);
    const cells = row === undefined ? [] : new CellReader(context, request.form).read(row, selection);
    if (cells.length === 0) throw notFound(request);
    return { cells, consistency: { level: 'eventual' } };
  };
}

function notFound({ corpus, id, select }: GetObjectRequest): TidemarkError {
  const names = select.map(({ dataType, subTypes }) => `${dataType}/${subTypes?.join(',') ?? '*'}`);
  return new TidemarkError(
    'object_not_found',
    `Object ${JSON.stringify(id)} of ${corpus} has no ${names.join(' or ')}`,
  );
}

import { deleteFromColumn, deleteFromFamily } from '../bigtable/mutations';
import type { Mutation } from '../bigtable/types';
import { rowKey } from '../core/row-key';
import type { WriteToken } from '../core/write-token';
import { invalidArgument } from '../errors';
import {
  checkObjectId,
  checkSubType,
  checkTimestamp,
  type ObjectOperation,
  type ObjectWriteDependencies,
  writableObjectType,
} from './object-rules';

export interface DeleteObjectRequest {
  readonly corpus: string;
  readonly id: string;
  readonly dataType: string;
  /** Absent: every SubType of the DataType. */
  readonly subType?: string;
  /** Only this version. Absent: every version. */
  readonly timestampMs?: number;
}

export interface DeleteObjectAnswer {
  /** For reads that are not to find it any more. */
  readonly token: WriteToken;
}

export type DeleteObject = ObjectOperation<DeleteObjectRequest, DeleteObjectAnswer>;

/** Deletes a version, a SubType or a whole DataType of an object. What is not there counts as deleted. */
export function createDeleteObject({ writer, schema, limits }: ObjectWriteDependencies): DeleteObject {
  return async (request, options) => {
    const { family } = writableObjectType(schema, request.corpus, request.dataType);
    checkObjectId(request.id, limits);
    if (request.subType !== undefined) checkSubType(request.subType, limits);
    if (request.timestampMs !== undefined) checkTimestamp(request.timestampMs);
    const mutations = [deletion(family, request)];
    const row = { key: rowKey(request.id), mutations };
    const { token } = await writer.mutateRow(request.corpus, row, options);
    return { token };
  };
}

function deletion(family: string, { subType, timestampMs }: DeleteObjectRequest): Mutation {
  if (subType === undefined) {
    if (timestampMs !== undefined) throw invalidArgument('timestampMs', 'needs a subType');
    return deleteFromFamily(family);
  }
  if (timestampMs === undefined) return deleteFromColumn(family, Buffer.from(subType));
  const range = { startMicros: timestampMs * 1000, endMicros: (timestampMs + 1) * 1000 };
  return deleteFromColumn(family, Buffer.from(subType), range);
}

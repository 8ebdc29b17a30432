import { rowKey } from '../../core/rows/row-key';
import type { WriteToken } from '../../core/tokens/write-token';
import { invalidArgument } from '../../errors';
import {
  checkObjectId,
  checkSubType,
  checkVersionTimestamp,
  type ObjectWrite,
  type ObjectWriteDependencies,
  writableObjectType,
} from './object-rules';

interface DeleteObjectRequest {
  readonly corpus: string;
  readonly id: string;
  readonly dataType: string;
  /** SubType to delete. Absent: every SubType of the DataType. */
  readonly subType?: string | undefined;
  /** Version to delete. Absent: every version. */
  readonly timestampMs?: number | undefined;
}

interface DeleteObjectAnswer {
  /** Token for reads that must observe the deletion. */
  readonly token: WriteToken;
}

export type DeleteObject = ObjectWrite<DeleteObjectRequest, DeleteObjectAnswer>;

/**
 * Returns an operation that deletes a version, a SubType or a whole DataType of an object. It succeeds when there is
 * nothing to delete. A deletion is final: an older write that arrives later stays hidden.
 */
export function createDeleteObject({ cells, schema, limits }: ObjectWriteDependencies): DeleteObject {
  return async (request, options) => {
    const { corpus, id, subType, timestampMs: versionMs } = request;
    const { family } = writableObjectType(schema, corpus, request.dataType);
    checkObjectId(id, limits);
    if (subType !== undefined) checkSubType(subType, limits);
    if (versionMs !== undefined) checkVersionTimestamp(versionMs);
    if (versionMs !== undefined && subType === undefined)
      throw invalidArgument('timestampMs', 'requires subType');
    const qualifier = subType === undefined ? undefined : Buffer.from(subType);
    const scope = { table: corpus, key: rowKey(id), family, qualifier, versionMs };
    const { token } = await cells.delete(scope, options);
    return { token };
  };
}

import type { WriteToken } from '../../core/tokens/write-token';
import { cellToPut, type ObjectToPut } from './cell-to-put';
import type { ObjectChecks, ObjectWrite, ObjectWriteDependencies } from './object-rules';

/** Default of `timestampMs`: the current time, and newer than all acknowledged versions. */
export type PutObjectRequest = ObjectToPut;

interface PutObjectAnswer {
  readonly timestampMs: number;
  /** Token for reads that must contain the write. */
  readonly token: WriteToken;
}

export type PutObject = ObjectWrite<PutObjectRequest, PutObjectAnswer>;

export interface PutObjectDependencies extends ObjectWriteDependencies {
  readonly checks: ObjectChecks;
}

/**
 * Returns an operation that writes one cell. All checks precede the write, so an error leaves nothing written. It
 * throws `version_conflict` for an explicit version that has been deleted.
 */
export function createPutObject(dependencies: PutObjectDependencies): PutObject {
  const { cells } = dependencies;
  return async (request, options) => {
    const written = await cells.put(cellToPut(request, dependencies), options);
    return { timestampMs: written.versionMs, token: written.token };
  };
}

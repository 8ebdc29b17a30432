import { invalidArgumentError } from '../grpc/rpc-error';
import { openToken, sealToken } from './encode/tokens';
import type { SqlType } from './types/sql-type';

/** Contents of a prepared query, which clients return with each execution. The server keeps nothing of it. */
export interface PreparedQuery {
  readonly instance: string;
  readonly query: string;
  readonly parameters: readonly (readonly [name: string, type: SqlType])[];
  /** Fingerprint of the table's schema, on which the columns of the result depend. */
  readonly schema: string;
  /** Time in milliseconds since the epoch after which the client has to prepare the query again. */
  readonly validUntilMs: number;
}

export const sealPreparedQuery = (prepared: PreparedQuery): Buffer => sealToken(prepared);

/** Decodes a prepared query of an instance. Throws INVALID_ARGUMENT. */
export function openPreparedQuery(bytes: Uint8Array, instance: string): PreparedQuery {
  const prepared = openToken('prepared_query', bytes) as PreparedQuery;
  if (typeof prepared.query !== 'string') {
    throw invalidArgumentError('prepared_query is invalid: it is not the answer of PrepareQuery');
  }
  if (prepared.instance !== instance) {
    throw invalidArgumentError(`prepared_query was prepared for the instance ${prepared.instance}`);
  }
  return prepared;
}

import type { ErasureWorkerDependencies } from '../../../src/operations/privacy/erasure-dependencies';
import type { ConsistencyTokens } from './consistency-tokens';

/** Dependencies of a worker that does not wait until every cluster has the first tombstones. */
export function withoutFirstToken(
  dependencies: ErasureWorkerDependencies,
  tokens: ConsistencyTokens,
): ErasureWorkerDependencies {
  const { ledger, findHomes, awaitReplication } = dependencies;
  // A round waits once for new tombstones. Then it asks where users are, and waits before each sweep and verification.
  let isFirst = true;
  return {
    ...dependencies,
    ledger: {
      open: (call) => {
        isFirst = true;
        return ledger.open(call);
      },
      get: (...args) => ledger.get(...args),
      record: (...args) => ledger.record(...args),
      close: (entry, call) => ledger.close(entry, call),
    },
    findHomes: (userId, call) => {
      isFirst = false;
      return findHomes(userId, call);
    },
    async awaitReplication(tables, options) {
      if (isFirst) tokens.skip();
      else await awaitReplication(tables, options);
      isFirst = false;
    },
  };
}

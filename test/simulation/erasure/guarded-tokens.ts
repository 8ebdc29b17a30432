import type { ErasureWorkerDependencies } from '../../../src/operations/privacy/erasure-worker';
import type { ConsistencyTokens } from './consistency-tokens';

/** What a worker waits for a consistency token before. */
type TokenUse = 'second' | 'sweep' | 'verify';

/** Dependencies of a worker that does not wait for some of the consistency tokens. */
export function guardedTokens(
  dependencies: ErasureWorkerDependencies,
  { tokens, skipped }: { readonly tokens: ConsistencyTokens; readonly skipped: ReadonlySet<TokenUse> },
): ErasureWorkerDependencies {
  const { ledger, findHomes, awaitReplication } = dependencies;
  // A round waits once for new tombstones. Then it asks where users are, and waits before each sweep and verification.
  let next: TokenUse = 'second';
  return {
    ...dependencies,
    ledger: {
      open: (call) => {
        next = 'second';
        return ledger.open(call);
      },
      record: (...args) => ledger.record(...args),
      close: (entry, call) => ledger.close(entry, call),
    },
    findHomes: (userId, call) => {
      next = 'sweep';
      return findHomes(userId, call);
    },
    async awaitReplication(tables, options) {
      const use = next;
      next = use === 'sweep' ? 'verify' : 'sweep';
      if (skipped.has(use)) tokens.skip();
      else await awaitReplication(tables, options);
    },
  };
}

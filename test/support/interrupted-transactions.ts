import type { RowTransactions } from '../../src/consistency/transactions/row-transactions';

/** Hooks that run before the calls of a transaction. */
export interface TransactionHooks {
  readonly read?: () => Promise<void> | undefined;
  readonly commit?: () => Promise<void> | undefined;
}

/** Returns the transactions with a hook before each call. */
export function interruptedTransactions(
  transactions: RowTransactions,
  before: TransactionHooks,
): RowTransactions {
  return {
    begin(table, key) {
      const transaction = transactions.begin(table, key);
      return {
        async read(read, options) {
          await before.read?.();
          return transaction.read(read, options);
        },
        async commit(change, options) {
          await before.commit?.();
          return transaction.commit(change, options);
        },
      };
    },
  };
}

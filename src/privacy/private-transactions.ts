import type { PrivacyRules } from '../core/privacy/privacy-rules';
import type { RowTransactions } from '../consistency/transactions/row-transactions';
import { visibleRow, withRecord } from './visible-row';

/**
 * Returns transactions whose reads remove what `PrivateReader` removes. The cells of transactions themselves, such as
 * reservations, are no DataType: nothing hides them.
 */
export function privateTransactions(transactions: RowTransactions, rules: PrivacyRules): RowTransactions {
  return {
    begin(table, key, options) {
      const corpus = rules.get(table);
      const transaction = transactions.begin(table, key, options);
      if (corpus === undefined) return transaction;
      return {
        async read(read, call) {
          const guarded = { ...read, filter: withRecord(read.filter, read) };
          const { row: stored, evidence } = await transaction.read(guarded, call);
          return { ...visibleRow(corpus, stored, read), evidence };
        },
        commit: (change, call) => transaction.commit(change, call),
      };
    },
  };
}

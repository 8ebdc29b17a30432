import type { LedgerKeys } from '../../core/privacy/ledger-keys';
import { LEDGER_TABLE } from '../../core/privacy/ledger-table';
import type { PrivacyRules } from '../../core/privacy/privacy-rules';
import { systemRandom } from '../../platform/random';
import type { Scanner } from '../../consistency/store';
import { createConsentOperations, type ConsentDependencies, type ConsentOperations } from './consent';
import { createDeleteWithdrawn } from './delete-withdrawn';
import { createLedger } from './ledger';

interface ConsentWithLedgerDependencies extends Omit<ConsentDependencies, 'deleteWithdrawn'> {
  readonly store: ConsentDependencies['store'] & {
    readonly scanner: Scanner;
    readonly privacy: PrivacyRules;
    readonly isReplicated: (table: string) => boolean;
  };
  readonly config: ConsentDependencies['config'] & {
    readonly privacy: { readonly dueMs: number; readonly abandonedAfterMs: number };
  };
  /** Keys of the ledger. Undefined: the data of withdrawn purposes stays hidden, until compaction removes its events. */
  readonly keys: LedgerKeys | undefined;
}

/** Creates the operations on consent, which add withdrawals to the ledger. */
export function createConsentWithLedger({
  keys,
  ...common
}: ConsentWithLedgerDependencies): ConsentOperations {
  if (keys === undefined) return createConsentOperations(common);
  const { store, clock, config } = common;
  const ledger = createLedger({
    reader: store.reader,
    writer: store.writer,
    scanner: store.scanner,
    isReplicated: () => store.isReplicated(LEDGER_TABLE),
    keys,
    clock,
    random: systemRandom,
    limits: config.privacy,
  });
  const deleteWithdrawn = createDeleteWithdrawn({ ledger, keys, rules: store.privacy });
  return createConsentOperations({ ...common, deleteWithdrawn });
}

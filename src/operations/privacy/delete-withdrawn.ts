import { createHash } from 'node:crypto';
import type { CallOptions } from '../../bigtable/client/types';
import type { LedgerKeys } from '../../core/privacy/ledger-keys';
import type { PrivacyRules } from '../../core/privacy/privacy-rules';
import type { Ledger } from './ledger';

/** A withdrawal that is stored. */
interface StoredWithdrawal {
  readonly userId: string;
  readonly purpose: string;
  /** Time under which it is stored, in milliseconds since the Unix epoch. */
  readonly atMs: number;
  /** Whether its source states the time, so that a repetition is the same withdrawal. */
  readonly isRepeatable: boolean;
}

/**
 * Requests that the data of a withdrawn purpose is deleted. A repetition of a repeatable withdrawal changes nothing; of
 * another one it adds an entry with nothing left to delete. Errors: those of the ledger.
 */
export type DeleteWithdrawn = (withdrawal: StoredWithdrawal, call?: CallOptions) => Promise<void>;

export interface DeleteWithdrawnDependencies {
  readonly ledger: Pick<Ledger, 'request'>;
  readonly keys: Pick<LedgerKeys, 'nameOf'>;
  readonly rules: PrivacyRules;
}

const ID_DIGITS = 32;

/**
 * Returns what adds withdrawals to the ledger, whose workers delete the data and certify it. Nothing is added if no
 * DataType hides its data after a withdrawal of the purpose: then nothing is to be deleted.
 */
export function createDeleteWithdrawn({ ledger, keys, rules }: DeleteWithdrawnDependencies): DeleteWithdrawn {
  const dataTypes = [...rules.values()].flatMap((corpus) => [...corpus.dataTypes.values()]);
  const hiding = dataTypes.filter(
    ({ policy, lawfulBasis }) =>
      policy === 'enforce' && (lawfulBasis === 'consent' || lawfulBasis === 'legitimate_interest'),
  );
  const purposes = new Set(hiding.map(({ purpose }) => purpose));
  return async ({ userId, purpose, atMs, isRepeatable }, call) => {
    if (!purposes.has(purpose)) return;
    // The lookup of an earlier entry needs other regions, which a new withdrawal must not.
    const request = { kind: 'withdrawal', userId, purpose, withdrawnAtMs: atMs } as const;
    if (!isRepeatable) return void (await ledger.request(request, call));
    // Derived from the keyed name: one derived from the id itself would confirm guesses of it.
    const { subject } = keys.nameOf(userId);
    const hash = createHash('sha256').update(`${subject}\0${purpose}\0${atMs}`).digest('hex');
    await ledger.request({ ...request, id: hash.slice(0, ID_DIGITS) }, call);
  };
}

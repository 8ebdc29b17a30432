import { LedgerKeys } from '../../../src/core/privacy/ledger-keys';
import type { LedgerKind } from '../../../src/core/privacy/ledger-entry';
import type { ErasureTimes } from './history';
import { USERS, type User } from './world';

/** Keys of the ledger, the same in all processes. */
export const LEDGER_KEYS = new LedgerKeys([{ id: 1, secret: Buffer.alloc(32, 9) }]);

/** Times of a certificate, in milliseconds. Decisions up to theirs are void, and withdrawals a little less far. */
export interface CertifiedTimes extends ErasureTimes {
  readonly decisionsMs: number;
}

/** A certificate of the ledger, with what an observer knows about its evidence. */
export interface Certificate {
  readonly kind: LedgerKind;
  readonly user: User;
  readonly times: CertifiedTimes;
  /** Last commit that the last token covers: what clusters have accepted later may be on its way between them. */
  readonly version: number;
  /** Clusters with evidence. */
  readonly clusters: readonly string[];
  /** Whether its signature is valid. */
  readonly isValid: boolean;
}

const USER_OF = new Map(USERS.map((user) => [LEDGER_KEYS.nameOf(user).subject, user]));

/** Returns the user that has this name in the ledger. */
export const userOf = (subject: string): User => USER_OF.get(subject)!;

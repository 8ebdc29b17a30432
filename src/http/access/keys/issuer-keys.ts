import type { Clock } from '../../../platform/time/clock';
import type { Logger } from '../../../platform/telemetry/logger';
import type { Random } from '../../../platform/random';
import type { IssuerRules } from '../access-rules';
import type { Jose, KeySet } from '../jose';

/** Public keys of an issuer. */
export interface IssuerKeys {
  /** Returns the current keys. Rejects with `issuer_unavailable` if there are none and they cannot be fetched. */
  current(): Promise<KeySet>;
  /**
   * Returns keys newer than `seen`, for a token whose key is not in it. Resolves with undefined if the issuer has no
   * others. Rejects with `issuer_unavailable` if they cannot be fetched.
   */
  newerThan(seen: KeySet): Promise<KeySet | undefined>;
  readonly hasKeys: boolean;
  /** Time since the keys were fetched, or since the first attempt if they never were, in milliseconds. */
  readonly ageMs: number;
  /** Reads or fetches the keys again now. Never rejects. */
  reload(): Promise<void>;
  stop(): void;
}

export interface IssuerKeysOptions {
  readonly issuer: IssuerRules;
  readonly jose: Jose;
  /** Called when the keys have changed: tokens that were valid may be invalid now. */
  readonly onChange: () => void;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  readonly limits: IssuerKeyLimits;
}

export interface IssuerKeyLimits {
  readonly pollMs: number;
  readonly keysRefreshMs: number;
  readonly keysRetryMs: number;
  readonly keysRetryMaxMs: number;
  readonly keysCooldownMs: number;
  readonly keysMaxAgeMs: number;
  readonly keysTimeoutMs: number;
  /** Maximum number of tokens that wait for the keys of one issuer. Further ones fail with `issuer_unavailable`. */
  readonly keysWaitingMax: number;
  readonly keysBytesMax: number;
}

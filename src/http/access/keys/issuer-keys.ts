import type { Clock } from '../../../platform/time/clock';
import type { Logger } from '../../../platform/telemetry/logger';
import type { Random } from '../../../platform/random';
import type { IssuerRules } from '../access-rules';
import { FileKeys } from './file-keys';
import type { Jose, KeySet } from '../jose';
import { RemoteKeys } from './remote-keys';

/** The public keys of an issuer, as far as they are known. */
export interface IssuerKeys {
  /** Rejects with `issuer_unavailable` where none can be had. */
  current(): Promise<KeySet>;
  /**
   * For a token whose key is not in `seen`. Resolves with undefined where the issuer has no others; rejects with
   * `issuer_unavailable` where it cannot be asked whether it has.
   */
  newerThan(seen: KeySet): Promise<KeySet | undefined>;
  readonly hasKeys: boolean;
  /** How long ago they were fetched; where they never were, for how long that has been tried. Milliseconds. */
  readonly ageMs: number;
  /** Reads or fetches them again, now. Never rejects. */
  reload(): Promise<void>;
  stop(): void;
}

export interface IssuerKeysOptions {
  readonly issuer: IssuerRules;
  readonly jose: Jose;
  /** They are not what they were: tokens that were good may be so no more. */
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
  /** Tokens of one issuer that wait for its keys at once; others are refused as `issuer_unavailable`. */
  readonly keysWaitingMax: number;
  readonly keysBytesMax: number;
}

/** Throws `invalid_argument` for a file of keys that cannot be gone by. What is fetched is not waited for. */
export function openIssuerKeys(options: IssuerKeysOptions): IssuerKeys {
  const { keys } = options.issuer;
  return keys.kind === 'file' ? new FileKeys(options, keys.file) : new RemoteKeys(options);
}

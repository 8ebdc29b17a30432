import type { Caller, CallerLimits } from '../../core/access/caller';
import type { Config } from '../../config/index';
import { TidemarkError } from '../../errors';
import type { Clock } from '../../platform/time/clock';
import type { Logger } from '../../platform/telemetry/logger';
import type { Metrics, LabelledCounter } from '../../platform/telemetry/metrics';
import type { Random } from '../../platform/random';
import { watchFile, type WatchedFile } from '../../platform/files/watch-file';
import { readAccessFile } from './access-file';
import type { AccessRules } from './access-rules';
import { callerFromClaims } from './tokens/claims';
import { loadJose, type Jose } from './jose';
import { VerifiedTokenCache } from './tokens/verified-token-cache';
import { observeAccess } from './observe-access';
import { TokenRejected, type TokenRejection } from './tokens/token-rejected';
import { TrustedIssuers } from './trusted-issuers';
import { verifyToken } from './tokens/verify-token';

/** Authenticates callers by their bearer tokens. */
export interface Authenticator {
  /**
   * Returns the caller that sent the header `authorization`. Throws or rejects with `unauthenticated` for an invalid
   * token, and with `issuer_unavailable` if the token cannot be verified now. Returns a promise only for a token that
   * is not cached.
   */
  authenticate(authorization: string | undefined): Caller | Promise<Caller>;
  /** Returns the current limits of the caller in the access file. */
  limitsOf(callerId: string): CallerLimits;
  /** Returns whether the access file lists the caller. */
  isListed(callerId: string): boolean;
  /** Fetches the keys of all issuers. Resolves when each attempt has ended; never rejects. */
  warmUp(): Promise<void>;
  /** Throws `issuer_unavailable` while no issuer has keys: no token could be verified. */
  checkReady(): void;
  /** Reloads all files now. */
  reload(): void;
  stop(): void;
}

export interface AuthenticatorOptions {
  /** Path of the access file. */
  readonly file: string;
  readonly limits: Config['access'];
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  readonly metrics: Metrics;
}

/** Opens an authenticator. Throws `invalid_argument` for an invalid access file. Does not wait for issuers. */
export async function openAuthenticator(options: AuthenticatorOptions): Promise<Authenticator> {
  return new TokenAuthenticator(options, await loadJose());
}

class TokenAuthenticator implements Authenticator {
  readonly #options: AuthenticatorOptions;
  readonly #jose: Jose;
  readonly #watched: WatchedFile<AccessRules>;
  readonly #issuers: TrustedIssuers;
  readonly #tokens: VerifiedTokenCache;
  readonly #count: LabelledCounter;
  /** Verifications in progress by token: concurrent requests with the same token share one. */
  readonly #verifications = new Map<string, Promise<Caller>>();
  #rules: AccessRules;
  /** Incremented when rules or keys change. Results of an older generation are discarded and verified again. */
  #generation = 0;
  #isFileInvalid = false;
  /**
   * Rules that are valid but name an invalid key file. They are retried, since that file may be fixed or mounted at any
   * time.
   */
  #rejectedRules: AccessRules | undefined;
  #cancelRetry: () => void = () => undefined;

  constructor(options: AuthenticatorOptions, jose: Jose) {
    const { file, clock, limits, metrics } = options;
    this.#options = options;
    this.#jose = jose;
    this.#tokens = new VerifiedTokenCache(limits.verifiedTokensMax);
    this.#issuers = new TrustedIssuers({ ...options, jose, onChange: () => this.#forgetTokens() });
    this.#watched = watchFile({
      file,
      clock,
      intervalMs: limits.pollMs,
      parse: (contents) => readAccessFile(contents, file),
      onChange: (rules) => this.#replace(rules),
      onError: (error) => this.#reportInvalidFile(error),
    });
    this.#rules = this.#openIssuers();
    this.#count = observeAccess(metrics, {
      issuers: () => this.#issuers.all(),
      tokens: () => this.#tokens.size,
      isFileInvalid: () => this.#isFileInvalid,
    });
  }

  authenticate(authorization: string | undefined): Caller | Promise<Caller> {
    const { clock } = this.#options;
    const token = plainTokenOf(authorization);
    const known = token === undefined ? undefined : this.#tokens.callerOf(token, clock.nowMs());
    if (known === undefined) return this.#authenticateNew(authorization);
    this.#count(1, 'known');
    return known;
  }

  limitsOf(callerId: string): CallerLimits {
    return this.#rules.callers.get(callerId)?.limits ?? this.#rules.limits;
  }

  isListed(callerId: string): boolean {
    return this.#rules.callers.has(callerId);
  }

  warmUp(): Promise<void> {
    return this.#issuers.reload();
  }

  checkReady(): void {
    if (this.#issuers.all().some(({ keys }) => keys.hasKeys)) return;
    throw new TidemarkError('issuer_unavailable', 'no issuer of tokens has keys');
  }

  reload(): void {
    this.#watched.readNow();
    this.#retry();
    void this.#issuers.reload();
  }

  stop(): void {
    this.#watched.stop();
    this.#cancelRetry();
    this.#issuers.stop();
  }

  /** Authenticates with a token that is not cached. */
  async #authenticateNew(authorization: string | undefined): Promise<Caller> {
    try {
      const caller = await this.#verifyOnce(authorization);
      this.#count(1, 'verified');
      return caller;
    } catch (error) {
      this.#count(1, outcomeOf(error));
      throw error;
    }
  }

  #verifyOnce(authorization: string | undefined): Promise<Caller> {
    const token = tokenOf(authorization, this.#options.limits.tokenBytesMax);
    const underWay = this.#verifications.get(token);
    if (underWay !== undefined) return underWay;
    const verification = this.#verify(token).finally(() => {
      if (this.#verifications.get(token) === verification) this.#verifications.delete(token);
    });
    this.#verifications.set(token, verification);
    return verification;
  }

  async #verify(token: string): Promise<Caller> {
    const { clock, limits } = this.#options;
    const generation = this.#generation;
    const context = { jose: this.#jose, issuers: this.#issuers.byName, nowMs: clock.nowMs(), ...limits };
    const { issuer, payload, expiresAtMs: untilMs } = await verifyToken(token, context);
    if (generation !== this.#generation) return this.#verify(token);
    const caller = callerFromClaims(payload, issuer, this.#rules);
    this.#tokens.set(canonicalOf(token), caller, untilMs);
    return caller;
  }

  #forgetTokens(): void {
    this.#generation += 1;
    this.#tokens.clear();
    this.#verifications.clear();
  }

  #openIssuers(): AccessRules {
    const { value } = this.#watched;
    try {
      this.#issuers.replace(value.issuers);
      return value;
    } catch (error) {
      this.#watched.stop();
      throw error;
    }
  }

  #replace(rules: AccessRules): void {
    const { file, logger } = this.#options;
    try {
      this.#issuers.replace(rules.issuers);
    } catch (error) {
      return this.#retryLater(rules, error as TidemarkError);
    }
    this.#rules = rules;
    this.#cancelRetry();
    this.#rejectedRules = undefined;
    this.#isFileInvalid = false;
    this.#forgetTokens();
    void this.#issuers.warmUp();
    logger.info({ file, callers: rules.callers.size }, 'access file reloaded');
  }

  /** Retries the rules at the polling interval. Reports the failure once. */
  #retryLater(rules: AccessRules, error: TidemarkError): void {
    const { clock, limits } = this.#options;
    if (this.#rejectedRules !== rules) this.#reportInvalidFile(error);
    this.#rejectedRules = rules;
    this.#cancelRetry();
    this.#cancelRetry = clock.schedule(limits.pollMs, () => this.#retry());
  }

  #retry(): void {
    if (this.#rejectedRules !== undefined) this.#replace(this.#rejectedRules);
  }

  #reportInvalidFile(err: TidemarkError): void {
    this.#isFileInvalid = true;
    this.#cancelRetry();
    this.#rejectedRules = undefined;
    const message = 'invalid access file: the previous version stays in use';
    this.#options.logger.error({ err, field: err.field }, message);
  }
}

const SCHEME = 'Bearer ';

/** Returns the token of a header in its usual spelling; undefined for all other spellings. */
function plainTokenOf(authorization: string | undefined): string | undefined {
  return authorization?.startsWith(SCHEME) === true ? authorization.slice(SCHEME.length) : undefined;
}

/**
 * Returns the canonical spelling of a token. The last character of the signature has unused bits, so one signature has
 * several spellings. Only the canonical one is cached; others are verified each time.
 */
function canonicalOf(token: string): string {
  const at = token.lastIndexOf('.') + 1;
  return token.slice(0, at) + Buffer.from(token.slice(at), 'base64url').toString('base64url');
}

const BEARER = /^Bearer +([\w.~+/-]+=*)$/i;

function tokenOf(authorization: string | undefined, bytesMax: number): string {
  if (authorization === undefined)
    throw new TokenRejected('no_token', 'missing bearer token in the Authorization header');
  // The header is longer than the token by its scheme.
  if (authorization.length > bytesMax + 'Bearer '.length)
    throw new TokenRejected('malformed', `the token must be ${bytesMax} bytes or less`);
  const token = BEARER.exec(authorization)?.[1];
  if (token !== undefined) return token;
  throw new TokenRejected('no_token', 'the Authorization header must be "Bearer", a space, and the token');
}

function outcomeOf(error: unknown): TokenRejection | 'issuer_unavailable' | 'failed' {
  if (error instanceof TokenRejected) return error.reason;
  return error instanceof TidemarkError && error.code === 'issuer_unavailable' ? error.code : 'failed';
}

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

/** Knows callers by their bearer tokens. */
export interface Authenticator {
  /**
   * Who has sent the request, by its header `authorization`. Throws, or rejects with, `unauthenticated` for whoever does not
   * prove it, and `issuer_unavailable` where that cannot be told now. A promise only for a token that is new.
   */
  authenticate(authorization: string | undefined): Caller | Promise<Caller>;
  /** As the access file has them now. */
  limitsOf(callerId: string): CallerLimits;
  /** Whether the access file names the caller. */
  isListed(callerId: string): boolean;
  /** Gets the keys of all issuers that can be reached. Never rejects. */
  warmUp(): Promise<void>;
  /** Throws `issuer_unavailable` as long as the keys of no issuer are known: nobody could be let in. */
  checkReady(): void;
  /** Reads the files again, now. */
  reload(): void;
  stop(): void;
}

export interface AuthenticatorOptions {
  /** The access file. */
  readonly file: string;
  readonly limits: Config['access'];
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  readonly metrics: Metrics;
}

/** Throws `invalid_argument` for an access file that cannot be gone by. Issuers are not waited for. */
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
  /** Verifications under way, by token: a token that many requests bring at once is verified once. */
  readonly #verifications = new Map<string, Promise<Caller>>();
  #rules: AccessRules;
  /** Goes up when rules or keys change: what was verified by those before is verified anew, by those that there are now. */
  #generation = 0;
  #isFileInvalid = false;
  /** Of a file that is refused for a file of keys that it names: that one may be mended, or get here, at any moment. */
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
    throw new TidemarkError('issuer_unavailable', 'the keys of no issuer of tokens can be fetched');
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

  /** Of a token that is not known. */
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
    logger.info({ file, callers: rules.callers.size }, 'access file read again');
  }

  /** Tried again as often as the file is looked at, and told once. */
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
    const message = 'the access file is refused: the one before stays in force';
    this.#options.logger.error({ err, field: err.field }, message);
  }
}

const SCHEME = 'Bearer ';

/** The token of a header as nearly all callers write it; undefined for all other spellings. */
function plainTokenOf(authorization: string | undefined): string | undefined {
  return authorization?.startsWith(SCHEME) === true ? authorization.slice(SCHEME.length) : undefined;
}

/**
 * One spelling for all that the same signature can be written in, since the last of its characters has bits that mean nothing.
 * The other parts are signed as they are written. Only this spelling is found again: others are verified each time.
 */
function canonicalOf(token: string): string {
  const at = token.lastIndexOf('.') + 1;
  return token.slice(0, at) + Buffer.from(token.slice(at), 'base64url').toString('base64url');
}

const BEARER = /^Bearer +([\w.~+/-]+=*)$/i;

function tokenOf(authorization: string | undefined, bytesMax: number): string {
  if (authorization === undefined)
    throw new TokenRejected('no_token', 'wants a bearer token in the header authorization');
  // The header is longer by its first word.
  if (authorization.length > bytesMax + 'Bearer '.length)
    throw new TokenRejected('malformed', `the token is longer than ${bytesMax} bytes`);
  const token = BEARER.exec(authorization)?.[1];
  if (token !== undefined) return token;
  throw new TokenRejected('no_token', 'the header authorization must be: Bearer, a space, and the token');
}

function outcomeOf(error: unknown): TokenRejection | 'issuer_unavailable' | 'failed' {
  if (error instanceof TokenRejected) return error.reason;
  return error instanceof TidemarkError && error.code === 'issuer_unavailable' ? error.code : 'failed';
}

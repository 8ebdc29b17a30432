import type { Clock } from '../../platform/time/clock';
import type { Credentials, AccessToken } from './credentials';

/** Renewal margin, time limit of a fetch, and minimum time between two discarded tokens. */
export interface TokenCacheLimits {
  readonly tokenRefreshMarginMs: number;
  readonly tokenTimeoutMs: number;
  readonly tokenRejectionPauseMs: number;
}

/**
 * Caches one token and renews it in the background before it expires. Calls wait only for the first token and for the
 * one that replaces a rejected token.
 */
export class TokenCache {
  readonly #credentials: Credentials;
  readonly #clock: Clock;
  readonly #limits: TokenCacheLimits;
  #token: AccessToken | undefined;
  #fetching: Promise<AccessToken> | undefined;
  #discardedMs = -Infinity;

  constructor(credentials: Credentials, clock: Clock, limits: TokenCacheLimits) {
    this.#credentials = credentials;
    this.#clock = clock;
    this.#limits = limits;
  }

  /** Returns a valid token, or the promise of one. */
  get(): AccessToken | Promise<AccessToken> {
    const leftMs = (this.#token?.expiresAtMs ?? 0) - this.#clock.nowMs();
    if (this.#token === undefined || leftMs <= 0) return this.#fetch();
    if (leftMs < this.#limits.tokenRefreshMarginMs) this.#fetch().catch(() => undefined);
    return this.#token;
  }

  /**
   * Discards a token that a server has rejected, for example because it was revoked or the clock was wrong. Returns
   * whether another token is available or will be. Returns false if one was discarded a moment ago: then tokens are not
   * the problem, and the issuer must not be called for each request.
   */
  discard(token: AccessToken): boolean {
    if (token !== this.#token) return true;
    const nowMs = this.#clock.monotonicMs();
    if (nowMs - this.#discardedMs < this.#limits.tokenRejectionPauseMs) return false;
    this.#discardedMs = nowMs;
    this.#token = undefined;
    this.#credentials.invalidate?.();
    return true;
  }

  #fetch(): Promise<AccessToken> {
    this.#fetching ??= this.#fetchWithTimeout()
      .then((token) => (this.#token = token))
      .finally(() => (this.#fetching = undefined));
    return this.#fetching;
  }

  /** Fetches a token with a timeout, so that a server that never answers does not block all later calls. */
  #fetchWithTimeout(): Promise<AccessToken> {
    const { tokenTimeoutMs } = this.#limits;
    return new Promise((resolve, reject) => {
      const cancelTimeout = this.#clock.schedule(tokenTimeoutMs, () =>
        reject(new Error(`no token within ${tokenTimeoutMs} ms`)),
      );
      this.#credentials.fetchToken().then(resolve, reject).finally(cancelTimeout);
    });
  }
}

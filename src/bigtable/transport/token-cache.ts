import type { Clock } from '../../platform/time/clock';
import type { Credentials, AccessToken } from './credentials';

export interface TokenCacheLimits {
  readonly tokenRefreshMarginMs: number;
  readonly tokenTimeoutMs: number;
  readonly tokenRejectionPauseMs: number;
}

/**
 * Keeps one token, and renews it in the background before it expires: calls wait only for the first, and for the one
 * after a token that was refused.
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

  /** The token if there is a valid one, else the promise of one. */
  get(): AccessToken | Promise<AccessToken> {
    const leftMs = (this.#token?.expiresAtMs ?? 0) - this.#clock.nowMs();
    if (this.#token === undefined || leftMs <= 0) return this.#fetch();
    if (leftMs < this.#limits.tokenRefreshMarginMs) this.#fetch().catch(() => undefined);
    return this.#token;
  }

  /**
   * A server has not accepted the token: revoked, say, or dated by a clock that was wrong. Returns whether there is or
   * will be another one to try. Not when one was discarded a moment ago: then tokens are not what is wrong, and whoever
   * issues them is not to be asked for each call.
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
    this.#fetching ??= this.#fetchInTime()
      .then((token) => (this.#token = token))
      .finally(() => (this.#fetching = undefined));
    return this.#fetching;
  }

  /** A server that never answers must not keep all later calls from asking again. */
  #fetchInTime(): Promise<AccessToken> {
    const { tokenTimeoutMs } = this.#limits;
    return new Promise((resolve, reject) => {
      const cancelTimeout = this.#clock.schedule(tokenTimeoutMs, () =>
        reject(new Error(`no token within ${tokenTimeoutMs} ms`)),
      );
      this.#credentials.fetchToken().then(resolve, reject).finally(cancelTimeout);
    });
  }
}

import type { GoogleAuth } from 'google-auth-library';
import type { Clock } from '../../platform/clock';
import { GrpcStatus } from '../../platform/grpc';
import { BigtableError } from '../bigtable-error';
import type { StartCall } from './call';
import { DeferredCall, withMetadata } from './deferred-call';

/** Call metadata that proves who calls: `authorization`, and the project that pays where it is set. */
export interface Token {
  readonly metadata: Readonly<Record<string, string>>;
  readonly expiresAtMs: number;
}

export interface Credentials {
  fetchToken(): Promise<Token>;
}

/** Lifetime of a token whose expiry the library does not tell; asking again is cheap, the library caches as well. */
const TOKEN_LIFETIME_MS = 10 * 60_000;

const SCOPES = [
  'https://www.googleapis.com/auth/bigtable.data',
  'https://www.googleapis.com/auth/bigtable.admin',
  'https://www.googleapis.com/auth/cloud-platform',
];

/** Application Default Credentials: environment, gcloud's file, or the metadata server. */
export function googleCredentials(clock: Clock): Credentials {
  let auth: Promise<GoogleAuth> | undefined;
  return {
    async fetchToken() {
      // The library takes 100 ms to load, which users of an emulator need not pay.
      auth ??= import('google-auth-library').then((library) => new library.GoogleAuth({ scopes: SCOPES }));
      const client = await (await auth).getClient();
      const headers = await client.getRequestHeaders();
      return {
        metadata: Object.fromEntries(headers.entries()),
        expiresAtMs: client.credentials.expiry_date ?? clock.nowMs() + TOKEN_LIFETIME_MS,
      };
    },
  };
}

/** Keeps one token, and renews it in the background before it expires: calls wait only for the first. */
export class TokenCache {
  readonly #credentials: Credentials;
  readonly #clock: Clock;
  readonly #refreshMarginMs: number;
  #token: Token | undefined;
  #fetching: Promise<Token> | undefined;

  constructor(credentials: Credentials, clock: Clock, refreshMarginMs: number) {
    this.#credentials = credentials;
    this.#clock = clock;
    this.#refreshMarginMs = refreshMarginMs;
  }

  /** The token if there is a valid one, else the promise of one. */
  get(): Token | Promise<Token> {
    const leftMs = (this.#token?.expiresAtMs ?? 0) - this.#clock.nowMs();
    if (this.#token === undefined || leftMs <= 0) return this.#fetch();
    if (leftMs < this.#refreshMarginMs) this.#fetch().catch(() => undefined);
    return this.#token;
  }

  #fetch(): Promise<Token> {
    this.#fetching ??= this.#credentials
      .fetchToken()
      .then((token) => (this.#token = token))
      .finally(() => (this.#fetching = undefined));
    return this.#fetching;
  }
}

/** Adds the token to each call. A call without one fails as UNAVAILABLE: metadata servers have their bad moments. */
export function withCredentials(start: StartCall, tokens: TokenCache): StartCall {
  return (call, handler) => {
    const token = tokens.get();
    if (!(token instanceof Promise)) return start(withMetadata(call, token.metadata), handler);
    const deferred = new DeferredCall(call, handler);
    token.then(
      ({ metadata }) => deferred.begin(start, metadata),
      (cause: unknown) => deferred.fail(noToken(cause)),
    );
    return deferred;
  };
}

function noToken(cause: unknown): BigtableError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new BigtableError(GrpcStatus.UNAVAILABLE, `no credentials: ${reason}`, { cause });
}

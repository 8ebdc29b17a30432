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

/**
 * Lifetime of a token whose expiry the library does not tell, which are those that it signs itself. It replaces them
 * five minutes before they expire, and asking again is cheap, so this is just over the margin of our own renewal.
 */
const TOKEN_LIFETIME_MS = 6 * 60_000;

const SCOPES = [
  'https://www.googleapis.com/auth/bigtable.data',
  'https://www.googleapis.com/auth/bigtable.admin',
  'https://www.googleapis.com/auth/cloud-platform',
];

/** Application Default Credentials: environment, gcloud's file, or the metadata server. */
export function googleCredentials(clock: Clock, project: string): Credentials {
  let auth: Promise<GoogleAuth> | undefined;
  return {
    async fetchToken() {
      auth ??= loadAuth(project);
      const client = await (await auth).getClient();
      const headers = await client.getRequestHeaders();
      const nowMs = clock.nowMs();
      // Where the library signs, its expiry date is a stand-in from 1970.
      const toldMs = client.credentials.expiry_date ?? 0;
      return {
        metadata: Object.fromEntries(headers.entries()),
        expiresAtMs: toldMs > nowMs ? toldMs : nowMs + TOKEN_LIFETIME_MS,
      };
    },
  };
}

async function loadAuth(project: string): Promise<GoogleAuth> {
  // The library takes 100 ms to load, which users of an emulator need not pay.
  const { GoogleAuth } = await import('google-auth-library');
  // Without a project the library looks for one, for workload identities at the Resource Manager.
  const auth = new GoogleAuth({ scopes: SCOPES, projectId: project });
  // As in Google's own client: service accounts sign their tokens instead of fetching them.
  auth.useJWTAccessWithScope = true;
  return auth;
}

export interface TokenLimits {
  readonly tokenRefreshMarginMs: number;
  readonly tokenTimeoutMs: number;
}

/** Keeps one token, and renews it in the background before it expires: calls wait only for the first. */
export class TokenCache {
  readonly #credentials: Credentials;
  readonly #clock: Clock;
  readonly #limits: TokenLimits;
  #token: Token | undefined;
  #fetching: Promise<Token> | undefined;

  constructor(credentials: Credentials, clock: Clock, limits: TokenLimits) {
    this.#credentials = credentials;
    this.#clock = clock;
    this.#limits = limits;
  }

  /** The token if there is a valid one, else the promise of one. */
  get(): Token | Promise<Token> {
    const leftMs = (this.#token?.expiresAtMs ?? 0) - this.#clock.nowMs();
    if (this.#token === undefined || leftMs <= 0) return this.#fetch();
    if (leftMs < this.#limits.tokenRefreshMarginMs) this.#fetch().catch(() => undefined);
    return this.#token;
  }

  #fetch(): Promise<Token> {
    this.#fetching ??= this.#fetchInTime()
      .then((token) => (this.#token = token))
      .finally(() => (this.#fetching = undefined));
    return this.#fetching;
  }

  /** A server that never answers must not keep all later calls from asking again. */
  #fetchInTime(): Promise<Token> {
    const { tokenTimeoutMs } = this.#limits;
    return new Promise((resolve, reject) => {
      const cancelTimeout = this.#clock.schedule(tokenTimeoutMs, () =>
        reject(new Error(`no token within ${tokenTimeoutMs} ms`)),
      );
      this.#credentials.fetchToken().then(resolve, reject).finally(cancelTimeout);
    });
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

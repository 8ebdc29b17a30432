import type { Consistency } from './consistency';
import type { Runtime } from './runtime';

/** Options of every call. */
export interface CallOptions {
  /** Deadline of the call with its retries, in milliseconds. Default: that of the client. */
  readonly timeoutMs?: number | undefined;
  /** Cancels the call. */
  readonly signal?: AbortSignal | undefined;
  /** Id of the request in logs. Default: made by the server. */
  readonly requestId?: string | undefined;
  /** Attempts, the first one included. Default: that of the client. */
  readonly attemptsMax?: number | undefined;
}

/** Options of reads. */
export interface ReadOptions extends CallOptions {
  /** Default: that of the client, else `eventual`, or `at-least-as-fresh` with a token. */
  readonly consistency?: Consistency | undefined;
  /** Token of a write or an earlier read: the answer contains what it covers. */
  readonly token?: string | undefined;
}

/** Options of writes that create versions. */
export interface WriteOptions extends CallOptions {
  /** Token of earlier calls: the write is newer than what it covers. */
  readonly token?: string | undefined;
  /** Country from which the user is served, such as `DE`, for users that have no data yet. */
  readonly accessLocation?: string | undefined;
}

/** Options of writes that accept no token. */
export type PlacedOptions = Omit<WriteOptions, 'token'>;

/** Returns the bearer token. `rejected` is true if the server has just rejected the previous one. */
export type TokenProvider = (context: { readonly rejected: boolean }) => string | Promise<string>;

export interface ClientOptions {
  /** Address of the server, such as `https://tidemark.example.com`. A path in it precedes those of the API. */
  readonly url: string;
  /** Bearer token, or the function that provides it. Default: requests have none. */
  readonly auth?: string | TokenProvider | undefined;
  /** Deadline of each call, in milliseconds. Default: 10,000. */
  readonly timeoutMs?: number | undefined;
  /** Attempts of each call, the first one included. Default: 4. */
  readonly attemptsMax?: number | undefined;
  /** Retries that may be made at once; successful calls refill them. Default: 20. */
  readonly retryBudget?: number | undefined;
  /** Consistency of reads that choose none. */
  readonly consistency?: Consistency | undefined;
  /**
   * Adds headers to each request, such as those of a trace:
   * `(headers) => propagation.inject(context.active(), headers)`.
   */
  readonly propagate?: ((headers: Record<string, string>) => void) | undefined;
  /** Default: the global `fetch`. */
  readonly fetch?: typeof fetch | undefined;
  /** Clock and random numbers, for tests. */
  readonly runtime?: Partial<Omit<Runtime, 'fetch'>> | undefined;
}

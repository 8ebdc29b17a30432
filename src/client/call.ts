import { consistencyHeader, type Consistency } from './consistency';
import { OPERATIONS, type OperationId } from './operations';
import type { CallOptions } from './options';

/** One call of an operation. */
export interface Call {
  readonly operation: OperationId;
  /** Values of the names in the path. */
  readonly path?: Readonly<Record<string, string>> | undefined;
  readonly query?: Readonly<Record<string, string | number | undefined>> | undefined;
  readonly headers?: Readonly<Record<string, string | undefined>> | undefined;
  readonly body?: unknown;
  readonly options?: (CallOptions & AnyOptions) | undefined;
  /** Whether repeating the request has no further effect. Default: that of the operation. */
  readonly idempotent?: boolean | undefined;
  /** Whether the body of the answer is read by the caller, as bytes that arrive. Default: false. */
  readonly streams?: boolean | undefined;
  /** Whether the request has the deadline. Default: true. */
  readonly sendsDeadline?: boolean | undefined;
  /** Deadline of a call that names none. Default: that of the client. */
  readonly timeoutMs?: number | undefined;
}

interface AnyOptions {
  readonly consistency?: Consistency | undefined;
  readonly token?: string | undefined;
  readonly accessLocation?: string | undefined;
}

/** Answer of the server. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** Body: parsed JSON, or text if the answer is not JSON. Undefined if there is none, or if the caller reads it. */
  readonly body: unknown;
  /** Body as bytes, if the caller reads it. */
  readonly stream?: ReadableStream<Uint8Array> | undefined;
  /** Ends the deadline of a stream. Call it once the stream is read, or is read no further. */
  readonly release?: (() => void) | undefined;
}

/** Sends a call and returns the answer. Throws `TidemarkError`. */
export type Send = (call: Call) => Promise<Answer>;

export const TOKEN_HEADER = 'tidemark-token';

/** Returns the path and query of a call. */
export function pathOf({ operation, path = {}, query = {} }: Call): string {
  const filled = OPERATIONS[operation].path.replace(/\{(\w+)\}/g, (_match, name: string) =>
    encodeURIComponent(path[name] ?? ''),
  );
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(
    given.map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  return search === '' ? filled : `${filled}?${search}`;
}

/** Returns the headers of a call, without those of each attempt. */
export function headersOf(call: Call, standard: Consistency | undefined): Record<string, string> {
  const { operation, headers = {}, body, options = {} } = call;
  const { consistency, token, accessLocation, requestId } = options;
  const isRead = OPERATIONS[operation].token === 'read';
  const level = isRead ? (consistency ?? (token === undefined ? standard : undefined)) : undefined;
  const all: Record<string, string | undefined> = {
    accept: call.streams === true ? 'application/x-ndjson' : 'application/json, text/*;q=0.9',
    'content-type': body === undefined ? undefined : 'application/json',
    'tidemark-consistency': level === undefined ? undefined : consistencyHeader(level),
    [TOKEN_HEADER]: token,
    'tidemark-access-location': accessLocation,
    'x-request-id': requestId,
    ...headers,
  };
  const given = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return Object.fromEntries(given);
}

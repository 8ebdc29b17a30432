/**
 * The error table: every failure a client can see, with its stable code, HTTP status and whether a retry of the
 * same request can succeed. The API, the CLI and the docs are all derived from it.
 */
interface ErrorKind {
  readonly status: number;
  readonly retryable: boolean;
  /** Short, stable sentence: the RFC 9457 `title`. The message of an instance says what is wrong this time. */
  readonly title: string;
}

const kind = (status: number, retryable: boolean, title: string): ErrorKind => ({ status, retryable, title });

export const ERROR_TABLE = {
  invalid_argument: kind(400, false, 'A field of the request is invalid'),
  malformed_body: kind(400, false, 'The body cannot be parsed'),
  unknown_corpus: kind(404, false, 'No such corpus'),
  unknown_data_type: kind(404, false, 'No such DataType in the corpus'),
  unknown_action: kind(400, false, 'No such action in the event schema'),
  unknown_level: kind(400, false, 'No such entity level'),
  unknown_dimension: kind(400, false, 'No such dimension in the event schema'),
  unknown_route: kind(404, false, 'No such route'),
  object_not_found: kind(404, false, 'The object has no such cell'),
  campaign_not_found: kind(404, false, 'No such campaign'),
  unknown_campaign: kind(422, false, 'The event is of a campaign that nobody has entered'),
  method_not_allowed: kind(405, false, 'The route does not support this method'),
  not_acceptable: kind(406, false, 'The route cannot answer in an accepted media type'),
  event_too_old: kind(422, false, 'The event is older than its retention'),
  event_in_future: kind(422, false, 'The event time lies in the future'),
  no_consent: kind(403, false, 'The user has not consented to what the data is for'),
  body_too_large: kind(413, false, 'The body is over its limit'),
  unsupported_media_type: kind(415, false, 'The content type is not supported'),
  value_too_large: kind(413, false, 'The value is over the maximum size of its DataType'),
  answer_too_large: kind(422, false, 'The answer would be over its limit'),
  too_many_reservations: kind(429, true, 'The user has as many unexpired reservations as are allowed'),
  too_many_events: kind(422, false, 'The user has more events than one read takes'),
  schema_invalid: kind(500, false, 'The proto files declare an invalid schema'),
  unauthenticated: kind(401, false, 'The request does not prove who sends it'),
  permission_denied: kind(403, false, 'The caller may not do this'),
  rate_limited: kind(429, true, 'The caller is over the rate that he may ask at'),
  issuer_unavailable: kind(503, true, "The keys of the token's issuer cannot be had"),
  malformed_request: kind(400, false, 'The request is not valid HTTP'),
  headers_too_large: kind(431, false, 'The headers are over their limit'),
  request_timeout: kind(408, true, 'The request did not arrive in time'),
  client_closed_request: kind(499, true, 'The caller cancelled the request'),
  internal: kind(500, false, 'Internal error'),
  store_unavailable: kind(503, true, 'Bigtable cannot be reached'),
  deadline_exceeded: kind(503, true, 'The deadline passed before Bigtable answered'),
  draining: kind(503, true, 'The server is shutting down'),
  not_ready: kind(503, true, 'The process does not do its work at the moment'),
  overloaded: kind(503, true, 'The server is over its limit'),
  consistency_unmet: kind(503, true, 'No replica proved what the read asked for in time'),
  consistency_unsupported: kind(400, false, 'The topology cannot prove this consistency level'),
  token_invalid: kind(400, false, 'The token is malformed or forged'),
  token_foreign: kind(400, false, 'The token was issued by another store'),
  token_expired: kind(400, false, 'The token is older than its lifetime'),
  token_in_future: kind(400, false, 'The token lies in the future'),
  no_write_cluster: kind(503, true, 'No cluster of the topology accepts the write'),
  transactions_unsupported: kind(400, false, 'The topology allows no single-row transactions'),
  conflict: kind(409, true, 'Others went on changing the row until the deadline'),
  version_conflict: kind(409, false, 'The row has a deletion of this version or a newer one'),
  store_rejected: kind(500, false, 'Bigtable refused the request'),
  data_corrupted: kind(500, false, 'Stored data is damaged'),
  data_unsupported: kind(500, false, 'Stored data is of a later version'),
} as const satisfies Record<string, ErrorKind>;

export type ErrorCode = keyof typeof ERROR_TABLE;

export interface ErrorDetails {
  /** The field at fault as a path into the request, e.g. `windows[2].from`. */
  readonly field?: string;
  readonly cause?: unknown;
  /** Seconds after which a retry is sensible; sent as Retry-After. */
  readonly retryAfterSeconds?: number;
}

/** The only error class that crosses a layer's edge. `cause` is for logs and never reaches a client. */
export class TidemarkError extends Error {
  override readonly name: string = 'TidemarkError';
  readonly field: string | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    readonly code: ErrorCode,
    message: string,
    details: ErrorDetails = {},
  ) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.field = details.field;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }

  get status(): number {
    return ERROR_TABLE[this.code].status;
  }

  get retryable(): boolean {
    return ERROR_TABLE[this.code].retryable;
  }
}

/** Bad input, naming the field. Nothing has been changed when this is thrown. */
export function invalidArgument(field: string, message: string): TidemarkError {
  return new TidemarkError('invalid_argument', message, { field });
}

/** The longest message for a person at a terminal, in characters: what is quoted may be a whole file. */
const MESSAGE_LENGTH_MAX = 2_000;
/** What changes how a terminal shows the rest: control characters but tabs and line feeds, and those of writing directions. */
const UNPRINTABLE = /(?![\t\n])[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu;

/** One line for the person at a terminal, with the field at fault; the stack only for what should never happen. */
export function describeFailure(error: unknown): string {
  if (error instanceof TidemarkError && error.code !== 'internal') {
    const field = error.field === undefined ? '' : `${error.field}: `;
    return `tidemark: ${printable(`${field}${error.message}`)} [${error.code}]`;
  }
  if (!(error instanceof Error)) return `tidemark: ${String(error)}`;
  // What the system refuses, a port that is taken or a file that may not be read, is the person's to mend.
  return `tidemark: ${'syscall' in error ? printable(error.message) : (error.stack ?? error.message)}`;
}

/** The text with unprintable characters as escapes, cut where it is too long for a person. */
function printable(text: string): string {
  const whole = text.length <= MESSAGE_LENGTH_MAX;
  const shown = whole ? text : `${text.slice(0, MESSAGE_LENGTH_MAX)}… (${text.length} characters)`;
  return escaped(shown);
}

/** The text with each unprintable character as `\uXXXX`, which JSON reads as the character again. */
function escaped(text: string): string {
  return text.replace(UNPRINTABLE, (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** The same for a program: `{"error":{"code","message"}}`, with the field at fault where there is one. */
export function failureJson(error: unknown): string {
  if (error instanceof TidemarkError) {
    const { code, message, field } = error;
    return escaped(JSON.stringify({ error: { code, message, field } }));
  }
  const message = error instanceof Error ? error.message : String(error);
  return escaped(JSON.stringify({ error: { code: 'internal', message } }));
}

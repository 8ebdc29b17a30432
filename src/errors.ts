/**
 * Kind of error: HTTP status, and whether a retry of the same request can succeed.
 */
interface ErrorKind {
  readonly status: number;
  readonly retryable: boolean;
  /** Short, stable sentence: the RFC 9457 `title`. The message of an error describes the specific problem. */
  readonly title: string;
}

const kind = (status: number, retryable: boolean, title: string): ErrorKind => ({ status, retryable, title });

/**
 * Every failure that a client can see, by its stable code. The API, the CLI and the docs are derived from this table.
 */
export const ERROR_TABLE = {
  invalid_argument: kind(400, false, 'A field of the request is invalid'),
  malformed_body: kind(400, false, 'The body cannot be parsed'),
  unknown_corpus: kind(404, false, 'No such corpus'),
  unknown_data_type: kind(404, false, 'No such DataType in the corpus'),
  unknown_action: kind(400, false, 'No such action in the event schema'),
  unknown_level: kind(400, false, 'No such entity level'),
  unknown_dimension: kind(400, false, 'No such dimension in the event schema'),
  unknown_placement_group: kind(404, false, 'No such placement group'),
  unknown_route: kind(404, false, 'No such route'),
  object_not_found: kind(404, false, 'The object has no such cell'),
  campaign_not_found: kind(404, false, 'No such campaign'),
  unknown_campaign: kind(422, false, 'The campaign of the event is not registered'),
  method_not_allowed: kind(405, false, 'The route does not support this method'),
  not_acceptable: kind(406, false, 'The route cannot answer in an accepted media type'),
  event_too_old: kind(422, false, 'The event is older than its retention'),
  event_in_future: kind(422, false, 'The event time lies in the future'),
  generation_not_found: kind(404, false, 'No such generation, or it was collected'),
  generation_conflict: kind(409, false, 'The state of the generation does not allow this'),
  location_required: kind(422, false, 'The first write of the subject must state its location'),
  location_conflict: kind(409, false, 'The subject is in another placement, or is moving'),
  directory_rebuilding: kind(503, true, 'The location directory is being rebuilt'),
  wrong_region: kind(421, false, 'This region may not process the data of the subject'),
  erasure_not_found: kind(404, false, 'No erasure of the subject was requested'),
  ledger_not_configured: kind(501, false, 'The store has no keys for the privacy ledger'),
  restore_not_replayed: kind(503, true, 'The table was restored, and erasures were not applied to it again'),
  no_consent: kind(403, false, 'The user has not consented to the purpose of the data'),
  body_too_large: kind(413, false, 'The body exceeds its size limit'),
  unsupported_media_type: kind(415, false, 'The content type is not supported'),
  value_too_large: kind(413, false, 'The value exceeds the maximum size of its DataType'),
  answer_too_large: kind(422, false, 'The answer would exceed its size limit'),
  too_many_reservations: kind(429, true, 'The user has reached the maximum number of unexpired reservations'),
  too_many_events: kind(422, false, 'The user has more events than one read may return'),
  schema_invalid: kind(500, false, 'The proto files declare an invalid schema'),
  unauthenticated: kind(401, false, 'The request is not authenticated'),
  permission_denied: kind(403, false, 'The caller does not have permission'),
  rate_limited: kind(429, true, 'Rate limit exceeded'),
  issuer_unavailable: kind(503, true, "Cannot fetch the issuer's signing keys"),
  malformed_request: kind(400, false, 'The request is not valid HTTP'),
  headers_too_large: kind(431, false, 'The headers exceed their size limit'),
  request_timeout: kind(408, true, 'The request did not arrive in time'),
  client_closed_request: kind(499, true, 'The caller cancelled the request'),
  internal: kind(500, false, 'Internal error'),
  store_unavailable: kind(503, true, 'Bigtable cannot be reached'),
  deadline_exceeded: kind(503, true, 'The deadline passed before Bigtable answered'),
  draining: kind(503, true, 'The server is shutting down'),
  not_ready: kind(503, true, 'The process cannot serve at the moment'),
  overloaded: kind(503, true, 'The server is overloaded'),
  consistency_unmet: kind(503, true, 'No replica proved the requested consistency in time'),
  consistency_unsupported: kind(400, false, 'The topology cannot prove this consistency level'),
  token_invalid: kind(400, false, 'The token is malformed or forged'),
  token_foreign: kind(400, false, 'The token was issued by another store'),
  token_expired: kind(400, false, 'The token is older than its lifetime'),
  token_in_future: kind(400, false, 'The token lies in the future'),
  no_write_cluster: kind(503, true, 'No cluster of the topology accepts the write'),
  transactions_unsupported: kind(400, false, 'The topology allows no single-row transactions'),
  conflict: kind(409, true, 'Transaction contention: deadline exceeded'),
  version_conflict: kind(409, false, 'The row has a deletion of this version or a newer one'),
  pipeline_failed: kind(500, false, 'The code of a pipeline has failed'),
  pipeline_conflict: kind(409, false, 'Another process works on this part of the run'),
  store_rejected: kind(500, false, 'Bigtable rejected the request'),
  data_corrupted: kind(500, false, 'Stored data is corrupted'),
  data_unsupported: kind(500, false, 'Stored data has a later format version'),
} as const satisfies Record<string, ErrorKind>;

export type ErrorCode = keyof typeof ERROR_TABLE;

export interface ErrorDetails {
  /** Invalid field as a path into the request, for example `windows[2].from`. */
  readonly field?: string | undefined;
  readonly cause?: unknown;
  /** Seconds after which a retry is sensible; sent as `Retry-After`. */
  readonly retryAfterSeconds?: number | undefined;
  /** Regions whose processes can serve the request: for `wrong_region`. */
  readonly regions?: readonly string[] | undefined;
}

/** The only error class that crosses layer boundaries. `cause` is for logs and never reaches a client. */
export class TidemarkError extends Error {
  override readonly name: string = 'TidemarkError';
  readonly field: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly regions: readonly string[] | undefined;

  constructor(
    readonly code: ErrorCode,
    message: string,
    details: ErrorDetails = {},
  ) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.field = details.field;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.regions = details.regions;
  }

  get status(): number {
    return ERROR_TABLE[this.code].status;
  }

  get retryable(): boolean {
    return ERROR_TABLE[this.code].retryable;
  }
}

/** Returns an `invalid_argument` error for a field. Nothing has been changed when it is thrown. */
export function invalidArgument(field: string, message: string): TidemarkError {
  return new TidemarkError('invalid_argument', message, { field });
}

/**
 * Public messages of errors whose own message may name hosts, tables or keys. The original goes to the log with the
 * request id.
 */
const PRIVATE_MESSAGES: Partial<Record<ErrorCode, string>> = {
  restore_not_replayed: 'the data was restored and erasures are not applied to it yet: retry later',
  store_unavailable: 'the store is unavailable: retry later',
  store_rejected: 'the store rejected the request: the log of the server has the reason under the request id',
  deadline_exceeded: 'deadline exceeded: retry with a longer deadline or later',
};

/** Returns the message of an error that callers may see. */
export function publicMessage({ code, message }: TidemarkError): string {
  return PRIVATE_MESSAGES[code] ?? message;
}

/** Maximum length of a message on a terminal, in characters: it may quote a whole file. */
const MESSAGE_LENGTH_MAX = 2_000;
/**
 * Characters that change how a terminal shows the following text: control characters except tab and line feed, and bidi
 * controls.
 */
const UNPRINTABLE = /(?![\t\n])[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu;

/** Returns the message for a terminal, with the invalid field. It contains the stack only for unexpected errors. */
export function describeFailure(error: unknown): string {
  if (error instanceof TidemarkError && error.code !== 'internal') {
    const field = error.field === undefined ? '' : `${error.field}: `;
    return `tidemark: ${printable(`${field}${error.message}`)} [${error.code}]`;
  }
  if (!(error instanceof Error)) return `tidemark: ${String(error)}`;
  // The user can fix system errors, such as a port in use or an unreadable file, so they are shown without a stack.
  return `tidemark: ${'syscall' in error ? printable(error.message) : (error.stack ?? error.message)}`;
}

/** Returns the text with unprintable characters escaped, truncated to the maximum length. */
function printable(text: string): string {
  const whole = text.length <= MESSAGE_LENGTH_MAX;
  const shown = whole ? text : `${text.slice(0, MESSAGE_LENGTH_MAX)}… (${text.length} characters)`;
  return escaped(shown);
}

/** The text with each unprintable character as `\uXXXX`, which JSON reads as the character again. */
function escaped(text: string): string {
  return text.replace(UNPRINTABLE, (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Returns the error as JSON for programs: `{"error":{"code","message","field"}}`; `field` only if there is one. */
export function failureJson(error: unknown): string {
  if (error instanceof TidemarkError) {
    const { code, message, field } = error;
    return escaped(JSON.stringify({ error: { code, message, field } }));
  }
  const message = error instanceof Error ? error.message : String(error);
  return escaped(JSON.stringify({ error: { code: 'internal', message } }));
}

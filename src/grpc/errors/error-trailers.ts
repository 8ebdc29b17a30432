import { publicMessage, type TidemarkError } from '../../errors';
import { DetailedError } from '../../http/problem';
import { encodeStatusMessage, GrpcStatus } from '../../platform/network/grpc';
import { GRPC_STATUS } from './grpc-status';
import {
  badRequest,
  encodeStatus,
  errorInfo,
  requestInfo,
  retryInfo,
  type FieldViolation,
} from './status-details';

interface ErrorContext {
  readonly requestId: string;
  /** Delay of a retry for errors with status 503 that set none, in seconds. */
  readonly retryAfterSeconds: number;
}

/** Maximum length of a message in trailers, in characters. Clients accept 8 KiB of metadata. */
const MESSAGE_LENGTH_MAX = 512;
/** Maximum number of invalid fields in trailers. */
const VIOLATIONS_MAX = 16;

/** Returns the trailers of a failed call as names and values. */
export function errorTrailers(error: TidemarkError, context: ErrorContext): Record<string, string> {
  const code = GrpcStatus[GRPC_STATUS[error.code]];
  const message = publicMessage(error).slice(0, MESSAGE_LENGTH_MAX);
  const shown = error.field === undefined ? message : `${error.field}: ${message}`;
  const details = [errorInfo(error.code.toUpperCase(), metadataOf(error))];
  const violations = violationsOf(error, message);
  if (violations.length > 0) details.push(badRequest(violations));
  const retrySeconds = retryAfterSeconds(error, context.retryAfterSeconds);
  if (retrySeconds !== undefined) details.push(retryInfo(retrySeconds));
  details.push(requestInfo(context.requestId));
  return {
    'grpc-status': String(code),
    'grpc-message': encodeStatusMessage(shown),
    'grpc-status-details-bin': encodeStatus({ code, message: shown, details }).toString('base64'),
    'x-request-id': context.requestId,
    ...metadataOfHeaders(error),
  };
}

function metadataOf({ code, field, regions, retryable }: TidemarkError): ReadonlyMap<string, string> {
  const metadata = new Map([
    ['code', code],
    ['retryable', String(retryable)],
  ]);
  if (field !== undefined) metadata.set('field', field);
  if (regions !== undefined) metadata.set('regions', regions.join(','));
  return metadata;
}

/** Returns the invalid fields: of a batch of which no entry was valid, those of its entries. */
function violationsOf(error: TidemarkError, description: string): readonly FieldViolation[] {
  const status = GRPC_STATUS[error.code];
  if (status !== 'INVALID_ARGUMENT' && status !== 'OUT_OF_RANGE') return [];
  const entries = error instanceof DetailedError ? error.members['errors'] : undefined;
  if (!Array.isArray(entries)) return error.field === undefined ? [] : [{ field: error.field, description }];
  return entries.slice(0, VIOLATIONS_MAX).map(({ index, field, message }: EntryError) => ({
    field: field ?? `events[${index}]`,
    description: message.slice(0, MESSAGE_LENGTH_MAX / 4),
  }));
}

/** Error of one entry of a batch, as the member `errors` of its problem has it. */
interface EntryError {
  readonly index: number;
  readonly field?: string;
  readonly message: string;
}

function retryAfterSeconds(error: TidemarkError, fallback: number): number | undefined {
  return error.retryAfterSeconds ?? (error.status === 503 ? fallback : undefined);
}

/** Returns the headers that an error adds to its answer, such as the evidence of absence. */
function metadataOfHeaders(error: TidemarkError): Record<string, string> {
  return error instanceof DetailedError ? pairsOf(error.headers) : {};
}

/** Converts names and values in turn to an object. */
export function pairsOf(headers: readonly string[]): Record<string, string> {
  const pairs: Record<string, string> = {};
  for (let at = 0; at < headers.length; at += 2) pairs[headers[at]!] = headers[at + 1]!;
  return pairs;
}

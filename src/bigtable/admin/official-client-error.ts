/** Converts errors of Google's official client to `BigtableError`s. */
import { GrpcStatus, type GrpcStatusCode } from '../../platform/network/grpc';
import { BigtableError, toBigtableError } from '../client/bigtable-error';
import { decodeRetryDelayMs } from '../transport/retry-info';

/** Fields that the official client adds to an Error. Any of them may be missing. */
interface GoogleErrorFields {
  readonly code?: unknown;
  /** Status message, without the code that prefixes `message`. */
  readonly details?: unknown;
  readonly metadata?: { get(key: string): readonly unknown[] };
}

/** Prefix of the message that grpc-js reports when it could not fetch a token. */
const NO_TOKEN = /^Getting metadata from plugin failed with error: /;

/** Converts the failure of a call. */
export function officialClientError(error: unknown): BigtableError {
  if (!(error instanceof Error) || error instanceof BigtableError) return toBigtableError(error);
  const { code, details, metadata } = error as Error & GoogleErrorFields;
  if (!isStatus(code)) return toBigtableError(error);
  const message = typeof details === 'string' && details !== '' ? details : error.message;
  if (NO_TOKEN.test(message))
    return credentialsError(new Error(message.replace(NO_TOKEN, ''), { cause: error }));
  const [statusDetails] = metadata?.get('grpc-status-details-bin') ?? [];
  const retryDelayMs = Buffer.isBuffer(statusDetails)
    ? decodeRetryDelayMs(statusDetails.toString('base64'))
    : undefined;
  return new BigtableError(code, message, { cause: error, retryDelayMs });
}

/** Converts a failed search for credentials. The status is UNAVAILABLE, because metadata servers fail temporarily. */
export function credentialsError(error: unknown): BigtableError {
  if (error instanceof BigtableError) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new BigtableError(GrpcStatus.UNAVAILABLE, `no credentials: ${message}`, { cause: error });
}

const STATUSES: ReadonlySet<unknown> = new Set(Object.values(GrpcStatus));

function isStatus(code: unknown): code is GrpcStatusCode {
  return STATUSES.has(code);
}

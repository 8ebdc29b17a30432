/** Errors of Google's official client as `BigtableError`s. */
import { GrpcStatus, type GrpcStatusCode } from '../../platform/network/grpc';
import { BigtableError, toBigtableError } from '../client/bigtable-error';
import { decodeRetryDelayMs } from '../transport/retry-info';

/** What the official client adds to an Error; all of it may be missing. */
interface GoogleErrorFields {
  readonly code?: unknown;
  /** The status message, without the code that `message` begins with. */
  readonly details?: unknown;
  readonly metadata?: { get(key: string): readonly unknown[] };
}

/** The beginning of what grpc-js reports when no token could be fetched. */
const NO_TOKEN = /^Getting metadata from plugin failed with error: /;

/** The failure of a call. */
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

/** The search for credentials failed. UNAVAILABLE, because metadata servers fail for moments. */
export function credentialsError(error: unknown): BigtableError {
  if (error instanceof BigtableError) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new BigtableError(GrpcStatus.UNAVAILABLE, `no credentials: ${message}`, { cause: error });
}

const STATUSES: ReadonlySet<unknown> = new Set(Object.values(GrpcStatus));

function isStatus(code: unknown): code is GrpcStatusCode {
  return STATUSES.has(code);
}

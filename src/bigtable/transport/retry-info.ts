import type { google as api } from '@google-cloud/bigtable/build/protos/protos';
import { google } from '../../gen/bigtable';

const RETRY_INFO_TYPE = 'type.googleapis.com/google.rpc.RetryInfo';

/** Returns the milliseconds of the google.rpc.RetryInfo in a status, such as MutateRows returns per entry. */
export function retryDelayMsOf(status: api.rpc.IStatus): number | undefined {
  const info = status.details?.find((detail) => detail.type_url === RETRY_INFO_TYPE);
  return info?.value instanceof Uint8Array ? decodeRetryInfo(info.value) : undefined;
}

/**
 * Returns the same from a `grpc-status-details-bin` value: base64 of a google.rpc.Status. Undecodable values are
 * ignored.
 */
export function decodeRetryDelayMs(header: string | string[] | undefined): number | undefined {
  if (typeof header !== 'string') return undefined;
  try {
    return retryDelayMsOf(google.rpc.Status.decode(Buffer.from(header, 'base64')));
  } catch {
    return undefined;
  }
}

/** Decodes RetryInfo { Duration retry_delay = 1 }. The message is not among the package's protos. */
function decodeRetryInfo(bytes: Uint8Array): number | undefined {
  const [tag, length] = bytes;
  if (tag !== 0x0a || length !== bytes.length - 2) return undefined;
  const { seconds, nanos } = google.protobuf.Duration.decode(bytes.subarray(2));
  return Math.max(0, Number(seconds) * 1_000 + nanos / 1e6);
}

import type { google as api } from '@google-cloud/bigtable/build/protos/protos';
import { google } from '../../gen/bigtable';
import { frameMessage } from '../../platform/network/grpc';
import { RetryingCall, runWithRetries } from '../client/retrying-call';
import type { CallOptions } from '../client/types';
import { collectMessages } from '../client/unary-call';
import type { ChangeStreamDependencies } from './change-stream-dependencies';
import { partitionOf } from './change-stream-decoder';
import type {
  ChangeStreamEvent,
  ReadChangeStreamRequest,
  StreamPartition,
  StreamStart,
} from './change-types';
import { StreamAttempt } from './stream-attempt';

const SERVICE = 'google.bigtable.v2.Bigtable';

/** Returns the partitions of the table's change stream at present. Together they cover the table. */
export async function initialPartitions(
  dependencies: ChangeStreamDependencies,
  appProfileId: string,
  table: string,
  options?: CallOptions,
): Promise<StreamPartition[]> {
  const header = dependencies.tableHeaders.of(table);
  const spec = {
    service: SERVICE,
    method: 'GenerateInitialChangeStreamPartitions',
    metadata: header.metadata,
    timeoutMs: dependencies.changeLimits.scanTimeoutMs,
    idempotent: true,
  };
  const retryingCall = new RetryingCall(dependencies, spec, options);
  const { GenerateInitialChangeStreamPartitionsRequest: Request } = google.bigtable.v2;
  const request = frameMessage(Request.encode({ tableName: header.name, appProfileId }).finish());
  return runWithRetries(retryingCall, async () => {
    const messages = await collectMessages(dependencies.transport, retryingCall.nextCall(request));
    const { GenerateInitialChangeStreamPartitionsResponse: Response } = google.bigtable.v2;
    return messages.map((message) => partitionOf(Response.decode(message).partition));
  });
}

/**
 * Reads the changes of a partition until the stream is closed by a split or a merge, which is the last event. After a
 * retryable failure the stream resumes behind the last event, so that no change is lost or repeated. Leaving the loop
 * cancels the call. While an event is awaited, the signal does. Without `timeoutMs` there is no deadline.
 */
export async function* readChangeStream(
  dependencies: ChangeStreamDependencies,
  appProfileId: string,
  request: ReadChangeStreamRequest,
  options: CallOptions = {},
): AsyncGenerator<ChangeStreamEvent, undefined> {
  const header = dependencies.tableHeaders.of(request.table);
  const { metadata } = header;
  const spec = {
    service: SERVICE,
    method: 'ReadChangeStream',
    metadata,
    timeoutMs: Infinity,
    idempotent: true,
  };
  const retryingCall = new RetryingCall(dependencies, spec, options);
  const fixed = { tableName: header.name, appProfileId, ...request };
  let start = request.from;
  try {
    for (;;) {
      const attempt = new StreamAttempt(dependencies, request);
      attempt.start(retryingCall.nextCall(encodeRequest(fixed, start)));
      try {
        for (;;) {
          const event = await nextEvent(attempt, retryingCall);
          if (event === undefined) break;
          retryingCall.resetFailures();
          yield event;
          if (event.kind === 'closed') return undefined;
          start = { tokens: [{ partition: request.partition, token: event.token }] };
        }
      } finally {
        attempt.cancel();
      }
    }
  } finally {
    // Has no effect after a failure, which has been reported.
    retryingCall.succeed();
  }
}

/** Returns the next event; undefined when the stream is to be opened again, after a pause. */
async function nextEvent(
  attempt: StreamAttempt,
  retryingCall: RetryingCall,
): Promise<ChangeStreamEvent | undefined> {
  try {
    return await attempt.next();
  } catch (error) {
    await retryingCall.waitForRetry(error);
    return undefined;
  }
}

function encodeRequest(
  { tableName, appProfileId, partition, heartbeatMs }: EncodedRequest,
  start: StreamStart,
): Buffer {
  const { ReadChangeStreamRequest: Request } = google.bigtable.v2;
  return frameMessage(
    Request.encode({
      tableName,
      appProfileId,
      partition: encodePartition(partition),
      ...encodeStart(start),
      ...(heartbeatMs === undefined ? {} : { heartbeatDuration: duration(heartbeatMs) }),
    }).finish(),
  );
}

type EncodedRequest = ReadChangeStreamRequest & { readonly tableName: string; readonly appProfileId: string };

function encodeStart(start: StreamStart): api.bigtable.v2.IReadChangeStreamRequest {
  if (start === 'now') return {};
  if ('startMicros' in start) {
    const seconds = Math.floor(start.startMicros / 1e6);
    return { startTime: { seconds, nanos: (start.startMicros - seconds * 1e6) * 1e3 } };
  }
  const tokens = start.tokens.map(({ partition, token }) => ({
    partition: encodePartition(partition),
    token,
  }));
  return { continuationTokens: { tokens } };
}

const encodePartition = ({ start, end }: StreamPartition): api.bigtable.v2.IStreamPartition => ({
  rowRange: { startKeyClosed: start, endKeyOpen: end },
});

function duration(ms: number): api.protobuf.IDuration {
  const seconds = Math.floor(ms / 1_000);
  return { seconds, nanos: Math.round((ms - seconds * 1_000) * 1e6) };
}

import { Bookmark } from '../change-stream/bookmark';
import { changesExpiredError } from '../change-stream/change-reader';
import type { ChangeStream } from '../change-stream/change-stream';
import { sameSpan } from '../change-stream/partitions';
import { invalidArgumentError } from '../grpc/rpc-error';
import { int64, milliseconds, type data } from '../encoding/proto';
import type { KeySpan } from '../store/stored-table';
import { requestedSpans } from './requested-spans';

/** Validated ReadChangeStream request. */
export interface ChangeStreamRequest {
  readonly span: KeySpan;
  readonly start: Bookmark;
  /** Last commit timestamp to deliver, in microseconds; Infinity without an end. */
  readonly endMicros: number;
  readonly heartbeatMs: number;
}

interface PresentTime {
  readonly nowMs: number;
  /** Closed timestamp of the cluster: later commits have later timestamps. Microseconds. */
  readonly presentMicros: number;
}

/** Validates a request. Throws INVALID_ARGUMENT, or OUT_OF_RANGE if the changes at its start have expired. */
export function parseChangeStreamRequest(
  request: data.ReadChangeStreamRequest,
  stream: ChangeStream,
  present: PresentTime,
): ChangeStreamRequest {
  const span = spanOf(request.partition);
  const start = startOf(request, span, { stream, present });
  const endMicros = request.endTime ? micros(request.endTime) : Infinity;
  if (endMicros < start.completeUpTo && request.startFrom === 'startTime') {
    throw invalidArgumentError('end_time must not be before start_time');
  }
  return { span, start, endMicros, heartbeatMs: heartbeatMsOf(request) };
}

interface StartPointContext {
  readonly stream: ChangeStream;
  readonly present: PresentTime;
}

function startOf(
  { startFrom, startTime, continuationTokens }: data.ReadChangeStreamRequest,
  span: KeySpan,
  { stream, present }: StartPointContext,
): Bookmark {
  const unavailableUpTo = stream.unavailableUpTo(present.nowMs);
  switch (startFrom) {
    case 'startTime': {
      const startMicros = micros(startTime!);
      if (startMicros > present.nowMs * MICROS_PER_MS)
        throw invalidArgumentError('start_time must not be in the future');
      if (startMicros <= unavailableUpTo) throw changesExpiredError('The changes since start_time');
      // The start time is inclusive.
      return Bookmark.after(startMicros - 1);
    }
    case 'continuationTokens': {
      const bookmark = bookmarkOf(continuationTokens?.tokens ?? [], span, stream.table.number);
      if (bookmark.completeUpTo < unavailableUpTo)
        throw changesExpiredError('The changes since the continuation token');
      return bookmark;
    }
    default:
      return Bookmark.after(present.presentMicros);
  }
}

/**
 * Merges the tokens: "The union of the token partitions must exactly cover the request's partition. Otherwise,
 * INVALID_ARGUMENT."
 */
function bookmarkOf(
  tokens: readonly data.IStreamContinuationToken[],
  span: KeySpan,
  table: number,
): Bookmark {
  if (tokens.length === 0) throw invalidArgumentError('continuation_tokens must contain at least one token');
  const parts = tokens.map(({ partition, token }, index) => {
    const bookmark = Bookmark.decode(token ?? '', table);
    if (bookmark === undefined) {
      throw invalidArgumentError(`continuation_tokens.tokens[${index}].token does not belong to this table`);
    }
    return { span: spanOf(partition), bookmark };
  });
  parts.sort((a, b) => (a.span.start < b.span.start ? -1 : 1));
  const touching = parts.every(
    (part, index) => index === 0 || parts[index - 1]!.span.end === part.span.start,
  );
  const covered = { start: parts[0]!.span.start, end: parts.at(-1)!.span.end };
  if (!touching || !sameSpan(covered, span)) {
    throw invalidArgumentError(
      "The partitions of the continuation tokens must exactly cover the request's partition",
    );
  }
  return Bookmark.merged(parts);
}

function spanOf(partition: data.IStreamPartition | null | undefined): KeySpan {
  const rowRanges = partition?.rowRange ? [partition.rowRange] : [];
  const [span] = requestedSpans({ rowRanges });
  if (span === undefined) throw invalidArgumentError('The row range of a partition must not be empty');
  return span;
}

function heartbeatMsOf({ heartbeatDuration }: data.ReadChangeStreamRequest): number {
  if (!heartbeatDuration) return HEARTBEAT_MS;
  const heartbeatMs = milliseconds(heartbeatDuration);
  if (heartbeatMs < HEARTBEAT_MS_MIN) {
    throw invalidArgumentError(`heartbeat_duration must be at least ${HEARTBEAT_MS_MIN} ms`);
  }
  return Math.min(heartbeatMs, HEARTBEAT_MS_MAX);
}

/** Converts a timestamp to microseconds, "truncated to microsecond granularity." */
function micros({
  seconds,
  nanos,
}: {
  seconds?: Parameters<typeof int64>[0];
  nanos?: number | null;
}): number {
  return int64(seconds) * MICROS_PER_SECOND + Math.floor((nanos ?? 0) / 1_000);
}

/** "Defaults to 5 seconds." */
const HEARTBEAT_MS = 5_000;
/** Production's minimum is undocumented. Below this a stream would send mostly heartbeats. */
const HEARTBEAT_MS_MIN = 1;
/** Maximum delay of Node's timers. */
const HEARTBEAT_MS_MAX = 2 ** 31 - 1;
const MICROS_PER_MS = 1_000;
const MICROS_PER_SECOND = 1_000_000;

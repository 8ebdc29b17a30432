import type { StreamPartition } from '../../../bigtable/changes/change-types';
import type { CallOptions } from '../../../bigtable/client/types';
import { BigtableError } from '../../../bigtable/client/bigtable-error';
import type { PartPosition } from '../../../core/pipelines/follow/layout';
import { TidemarkError } from '../../../errors';
import { GrpcStatus } from '../../../platform/network/grpc';
import { runBounded } from '../../../platform/tasks/run-bounded';
import type { TableChanges } from '../../../consistency/read/change-source';

export interface StartLimits {
  /** Maximum number of streams that are opened at the same time to find their positions. */
  readonly startStreamsInFlight: number;
  /** Time limit of one attempt to find all positions, in milliseconds. */
  readonly startTimeoutMs: number;
  /** Maximum number of partitions of a table. */
  readonly partitionsMax: number;
}

/**
 * Returns the present position of each partition of a table's change stream, as tokens, so that no clock decides what the
 * first change is. All changes that are made once it has resolved come after them. A partition that is split or merged
 * meanwhile has the position at which its stream ended. Throws `invalid_argument` for a table without a change stream.
 */
export async function startPositions(
  table: string,
  changes: TableChanges,
  limits: StartLimits,
  options: CallOptions = {},
): Promise<readonly PartPosition[]> {
  const call = { ...options, timeoutMs: limits.startTimeoutMs };
  try {
    const partitions = await changes.partitions(call);
    if (partitions.length > limits.partitionsMax)
      throw new TidemarkError('invalid_argument', `has more than ${limits.partitionsMax} partitions`, {
        field: table,
      });
    const parts = await runBounded(partitions, limits.startStreamsInFlight, (partition) =>
      positionOf(changes, partition, call),
    );
    return parts.flat();
  } catch (error) {
    throw isDisabled(error) ? withoutStream(table, error) : error;
  }
}

async function positionOf(
  changes: TableChanges,
  partition: StreamPartition,
  call: CallOptions,
): Promise<readonly PartPosition[]> {
  const request = { partition, from: 'now' as const, heartbeatMs: HEARTBEAT_MS, withoutValues: true };
  for await (const event of changes.read(request, call)) {
    if (event.kind !== 'closed') return [partOf(partition, event.token, event.lowWatermarkMicros)];
    if (event.successors.length > 0)
      return event.successors.map(({ from }) => partOf(from.partition, from.token, 0));
  }
  throw new BigtableError(GrpcStatus.UNAVAILABLE, 'the change stream ended');
}

/** The API documents no minimum; the first heartbeat comes about this long after the start of the stream. */
const HEARTBEAT_MS = 1_000;

const partOf = (
  { start, end }: StreamPartition,
  token: string,
  lowWatermarkMicros: number,
): PartPosition => ({
  start,
  end,
  token,
  lowWatermarkMicros,
});

const isDisabled = (error: unknown): error is BigtableError =>
  error instanceof BigtableError && error.grpcStatus === GrpcStatus.FAILED_PRECONDITION;

function withoutStream(table: string, cause: BigtableError): TidemarkError {
  const message =
    `"${table}" has no change stream that can be read: enable it with \`tidemark schema change-stream ${table}\`, or with ` +
    'change_streams in Terraform, and use an app profile with a single cluster';
  return new TidemarkError('invalid_argument', message, { field: 'corpus', cause });
}

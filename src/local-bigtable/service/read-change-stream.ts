import { isDeepStrictEqual } from 'node:util';
import { partitionsAt } from '../change-stream/partitions';
import { ChangeReader } from '../change-stream/change-reader';
import type { ChangeStream } from '../change-stream/change-stream';
import { partitionMessage } from '../change-stream/stream-messages';
import type { MessageSink } from '../grpc/server-call';
import { failedPreconditionError } from '../grpc/rpc-error';
import { data, encode } from '../encoding/proto';
import type { LocalServices } from './local-services';
import { ChangeStreamCall } from './change-stream-call';
import { parseChangeStreamRequest } from './change-stream-request';
import { type DataMethod, streamMethod } from './data-method';

/** Streams the changes of a partition of a table as the cluster of the app profile has applied them. */
export function createReadChangeStream(context: LocalServices) {
  const method: DataMethod<data.ReadChangeStreamRequest> = {
    type: data.ReadChangeStreamRequest,
    access: 'read',
  };
  return streamMethod(context, method, async (replica, request, out: MessageSink) => {
    const stream = streamOf(context, request);
    const options = parseChangeStreamRequest(request, stream, {
      nowMs: context.clock.nowMs(),
      presentMicros: replica.cluster.commitClock.closedTimestamp(),
    });
    const reader = new ChangeReader(stream, replica.cluster, options);
    await new ChangeStreamCall(context, { stream, reader, out, options }).run();
  });
}

/** Lists the partitions, having looked whether the table's growth asks for others. */
export function createGenerateInitialChangeStreamPartitions(context: LocalServices) {
  const method: DataMethod<data.GenerateInitialChangeStreamPartitionsRequest> = {
    type: data.GenerateInitialChangeStreamPartitionsRequest,
    access: 'read',
  };
  const type = data.GenerateInitialChangeStreamPartitionsResponse;
  return streamMethod(context, method, async (_replica, request, out) => {
    const stream = streamOf(context, request);
    await repartition(context, stream);
    for (const span of partitionsAt(stream.metadata.splits)) {
      await out.write(encode(type, type.create({ partition: partitionMessage(span) })));
    }
  });
}

/** "Single cluster routing must be configured on the profile." */
function streamOf(
  { catalog, changeStreams }: LocalServices,
  { tableName, appProfileId }: { tableName: string; appProfileId: string },
): ChangeStream {
  const table = catalog.table(tableName);
  const { routing, id } = table.instance.appProfile(appProfileId);
  if (routing.kind !== 'single-cluster') {
    throw failedPreconditionError(
      `Change streams need single-cluster routing, which the app profile ${id} has not`,
    );
  }
  return changeStreams.of(table);
}

async function repartition({ commits }: LocalServices, stream: ChangeStream): Promise<void> {
  const { metadata: head } = stream;
  const splits = stream.resplit();
  if (isDeepStrictEqual(splits, head.splits)) return;
  const version = commits.nextVersion();
  commits.append(head.update({ splits }));
  stream.wakeAll();
  await commits.whenCommitted(version);
}

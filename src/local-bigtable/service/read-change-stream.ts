import { isDeepStrictEqual } from 'node:util';
import { partitionsAt } from '../change-stream/partitions';
import { ChangeReader } from '../change-stream/change-reader';
import type { ChangeStream } from '../change-stream/change-stream';
import { partitionMessage } from '../change-stream/stream-messages';
import type { MessageSink } from '../grpc/server-call';
import { failedPreconditionError } from '../grpc/rpc-error';
import { data, encode } from '../encoding/proto';
import type { LocalDependencies } from './local-dependencies';
import { ChangeStreamCall } from './change-stream-call';
import { parseChangeStreamRequest } from './change-stream-request';
import { type DataMethod, streamMethod } from './data-method';

/** Creates the method that streams the changes of a partition as the app profile's cluster has applied them. */
export function createReadChangeStream(dependencies: LocalDependencies) {
  const method: DataMethod<data.ReadChangeStreamRequest> = {
    type: data.ReadChangeStreamRequest,
    access: 'read',
  };
  return streamMethod(dependencies, method, async (replica, request, out: MessageSink) => {
    const stream = streamOf(dependencies, request);
    const options = parseChangeStreamRequest(request, stream, {
      nowMs: dependencies.clock.nowMs(),
      presentMicros: replica.cluster.commitClock.closedTimestamp(),
    });
    const reader = new ChangeReader(stream, replica.cluster, options);
    await new ChangeStreamCall(dependencies, { stream, reader, out, options }).run();
  });
}

/** Creates the method that lists the partitions, after it has adjusted them to the table's size. */
export function createGenerateInitialChangeStreamPartitions(dependencies: LocalDependencies) {
  const method: DataMethod<data.GenerateInitialChangeStreamPartitionsRequest> = {
    type: data.GenerateInitialChangeStreamPartitionsRequest,
    access: 'read',
  };
  const type = data.GenerateInitialChangeStreamPartitionsResponse;
  return streamMethod(dependencies, method, async (_replica, request, out) => {
    const stream = streamOf(dependencies, request);
    await repartition(dependencies, stream);
    for (const span of partitionsAt(stream.metadata.splits)) {
      await out.write(encode(type, type.create({ partition: partitionMessage(span) })));
    }
  });
}

/** Returns the stream of a table: "Single cluster routing must be configured on the profile." */
function streamOf(
  { catalog, changeStreams }: LocalDependencies,
  { tableName, appProfileId }: { tableName: string; appProfileId: string },
): ChangeStream {
  const table = catalog.table(tableName);
  const { routing, id } = table.instance.appProfile(appProfileId);
  if (routing.kind !== 'single-cluster') {
    throw failedPreconditionError(
      `Change streams require an app profile with single-cluster routing, unlike ${id}`,
    );
  }
  return changeStreams.of(table);
}

async function repartition({ commits }: LocalDependencies, stream: ChangeStream): Promise<void> {
  const { metadata } = stream;
  const splits = stream.resplit();
  if (isDeepStrictEqual(splits, metadata.splits)) return;
  const version = commits.nextVersion();
  commits.append(metadata.update({ splits }));
  stream.wakeAll();
  await commits.whenCommitted(version);
}

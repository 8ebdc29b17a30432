import { google } from '@google-cloud/bigtable/build/protos/protos';
import type { Writer } from 'protobufjs';
import { admin, bytes, data, type RawBigtable, setCell, statusOf } from './raw-bigtable';
import { describeServers } from './servers';

const INVALID_ARGUMENT = 3;
const NOT_FOUND = 5;
const UNIMPLEMENTED = 12;
const DATA = '/google.bigtable.v2.Bigtable';
const TABLES = '/google.bigtable.admin.v2.BigtableTableAdmin';
const INSTANCES = '/google.bigtable.admin.v2.BigtableInstanceAdmin';
const { Operation } = google.longrunning;

describeServers('Methods', ({ bigtable, test }) => {
  /** Returns the status of a call of the data API, whatever its answer. */
  function answer<T>(method: string, type: { encode(request: T): Writer }, request: T): Promise<number> {
    return statusOf(bigtable().unary(`${DATA}/${method}`, [type, data.PingAndWarmResponse], request));
  }
  const ping = (name: string, appProfileId = ''): Promise<number> =>
    answer('PingAndWarm', data.PingAndWarmRequest, { name, appProfileId });

  test('PingAndWarm succeeds', async () => {
    const { instance } = bigtable();
    await bigtable().createTable('ping', {});
    expect(await ping(instance)).toBe(0);
    expect(await ping(instance, 'default')).toBe(0);
  });

  test('PingAndWarm succeeds before the first table creates the instance', async () => {
    expect(await ping('projects/p/instances/to-come')).toBe(0);
  });

  test(
    'PingAndWarm fails for missing resources',
    async () => {
      await bigtable().createTable('pinged', {});
      expect(await ping(bigtable().instance, 'nope')).toBe(NOT_FOUND);
      expect(await ping('projects/p/instances/to-come', 'nope')).toBe(NOT_FOUND);
    },
    'app-profiles',
  );

  test(
    'PingAndWarm accepts the name of an instance only',
    async () => {
      for (const name of ['', 'i', 'projects/p/instances/-', bigtable().tableName('t')]) {
        expect(await ping(name)).toBe(INVALID_ARGUMENT);
      }
    },
    'warm-up-names',
  );

  test(
    'methods accept existing app profiles only',
    async () => {
      await bigtable().createTable('profiles', {});
      for (const appProfileId of ['', 'default']) {
        expect(await statusOf(bigtable().read('profiles', { appProfileId }))).toBe(0);
      }
      expect(await statusOf(bigtable().read('profiles', { appProfileId: 'nope' }))).toBe(NOT_FOUND);
    },
    'app-profiles',
  );

  test(
    'instances can be administered',
    async () => {
      const instances = bigtable().unary(
        `${INSTANCES}/ListInstances`,
        [admin.ListInstancesRequest, admin.ListInstancesResponse],
        { parent: 'projects/p' },
      );
      expect((await instances).instances.length).toBeGreaterThanOrEqual(0);
    },
    'instance-admin',
  );

  test('unknown methods are not implemented', async () => {
    const call = bigtable().unary(`${DATA}/Nope`, [data.PingAndWarmRequest, data.PingAndWarmResponse], {});
    expect(await statusOf(call)).toBe(UNIMPLEMENTED);
  });

  const unserved: readonly [name: string, call: (bigtable: RawBigtable) => Promise<unknown>][] = [
    [
      'CreateMaterializedView',
      (on) =>
        on.unary(`${INSTANCES}/CreateMaterializedView`, [admin.CreateMaterializedViewRequest, Operation], {
          parent: on.instance,
          materializedViewId: 'v',
          materializedView: { query: 'SELECT 1' },
        }),
    ],
    [
      'CreateLogicalView',
      (on) =>
        on.unary(`${INSTANCES}/CreateLogicalView`, [admin.CreateLogicalViewRequest, Operation], {
          parent: on.instance,
          logicalViewId: 'v',
          logicalView: { query: 'SELECT 1' },
        }),
    ],
  ];
  for (const [name, call] of unserved) {
    test(
      `${name} is not implemented and leaves the server intact`,
      async () => {
        expect(await statusOf(call(bigtable()))).toBe(UNIMPLEMENTED);
        await bigtable().createTable(`after-${name}`, {});
      },
      'unserved-methods',
    );
  }

  test(
    'what cannot be created is listed as nothing',
    async () => {
      const on = bigtable();
      await on.createTable('bundled', {});
      const lists = [
        on.unary(
          `${INSTANCES}/ListLogicalViews`,
          [admin.ListLogicalViewsRequest, admin.ListLogicalViewsResponse],
          {
            parent: on.instance,
          },
        ),
        on.unary(
          `${INSTANCES}/ListMaterializedViews`,
          [admin.ListMaterializedViewsRequest, admin.ListMaterializedViewsResponse],
          { parent: on.instance },
        ),
        on.unary(`${TABLES}/ListSnapshots`, [admin.ListSnapshotsRequest, admin.ListSnapshotsResponse], {
          parent: `${on.instance}/clusters/-`,
        }),
        on.unary(
          `${TABLES}/ListSchemaBundles`,
          [admin.ListSchemaBundlesRequest, admin.ListSchemaBundlesResponse],
          {
            parent: on.tableName('bundled'),
          },
        ),
      ];
      for (const answer of await Promise.all(lists)) expect(Object.values(answer).flat()).toEqual([]);
    },
    'empty-lists',
  );

  test(
    'GenerateInitialChangeStreamPartitions returns the partitions of a table',
    async () => {
      const tableName = await createStreamedTable(bigtable(), 'partitions');
      const responses = await bigtable().stream(
        `${DATA}/GenerateInitialChangeStreamPartitions`,
        [
          data.GenerateInitialChangeStreamPartitionsRequest,
          data.GenerateInitialChangeStreamPartitionsResponse,
        ],
        { tableName },
      );
      expect(responses.length).toBeGreaterThan(0);
    },
    'change-streams',
  );

  test(
    'ReadChangeStream returns the changes of a table up to a time',
    async () => {
      const tableName = await createStreamedTable(bigtable(), 'changes');
      const startedMs = Date.now();
      await bigtable().mutate('changes', 'k', [setCell(['f', 'q', 1_000, 'v'])]);
      const responses = await bigtable().stream(
        `${DATA}/ReadChangeStream`,
        [data.ReadChangeStreamRequest, data.ReadChangeStreamResponse],
        {
          tableName,
          partition: { rowRange: {} },
          startTime: timestamp(startedMs),
          endTime: timestamp(Date.now() + 500),
        },
      );
      const changes = responses.flatMap(({ dataChange }) => dataChange ?? []);
      expect(changes.map(({ rowKey }) => rowKey)).toEqual([bytes('k')]);
    },
    'change-streams',
  );
});

async function createStreamedTable(bigtable: RawBigtable, tableId: string): Promise<string> {
  await bigtable.unary(`${TABLES}/CreateTable`, [admin.CreateTableRequest, admin.Table], {
    parent: bigtable.instance,
    tableId,
    table: { columnFamilies: { f: {} }, changeStreamConfig: { retentionPeriod: { seconds: 86_400 } } },
  });
  return bigtable.tableName(tableId);
}

const timestamp = (ms: number): google.protobuf.ITimestamp => ({
  seconds: Math.floor(ms / 1_000),
  nanos: (ms % 1_000) * 1_000_000,
});

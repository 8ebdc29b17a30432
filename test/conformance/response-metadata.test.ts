import type { Metadata } from '@grpc/grpc-js';
import { bytes, data, setCell } from './raw-bigtable';
import { describeServers } from './servers';

const DATA = '/google.bigtable.v2.Bigtable';
const RESPONSE_PARAMS = 'x-goog-ext-425905942-bin';
const ROW = { rowKey: bytes('k') };
const MUTATIONS = [setCell(['f', 'q', 0, 'v'])];
const RULES = [{ familyName: 'f', columnQualifier: bytes('n'), incrementAmount: 1 }];

describeServers('Response metadata', ({ bigtable, test }) => {
  /** Returns the metadata of each method of the data API, called for a table. */
  const callAll = async (table: string): Promise<Record<string, { header: Metadata; trailer: Metadata }>> => {
    const { instance: instanceName } = bigtable();
    const tableName = bigtable().tableName(table);
    const call = bigtable().metadataOf.bind(bigtable());
    return {
      readRows: await call(`${DATA}/ReadRows`, data.ReadRowsRequest, { tableName }),
      sampleRowKeys: await call(`${DATA}/SampleRowKeys`, data.SampleRowKeysRequest, { tableName }),
      mutateRow: await call(`${DATA}/MutateRow`, data.MutateRowRequest, {
        tableName,
        ...ROW,
        mutations: MUTATIONS,
      }),
      mutateRows: await call(`${DATA}/MutateRows`, data.MutateRowsRequest, {
        tableName,
        entries: [{ ...ROW, mutations: MUTATIONS }],
      }),
      checkAndMutateRow: await call(`${DATA}/CheckAndMutateRow`, data.CheckAndMutateRowRequest, {
        tableName,
        ...ROW,
        trueMutations: MUTATIONS,
      }),
      readModifyWriteRow: await call(`${DATA}/ReadModifyWriteRow`, data.ReadModifyWriteRowRequest, {
        tableName,
        ...ROW,
        rules: RULES,
      }),
      prepareQuery: await call(`${DATA}/PrepareQuery`, data.PrepareQueryRequest, {
        instanceName,
        query: `SELECT _key FROM ${table}`,
      }),
      executeQuery: await call(`${DATA}/ExecuteQuery`, data.ExecuteQueryRequest, {
        instanceName,
        query: `SELECT _key FROM ${table}`,
      }),
    };
  };

  const expectMetadata = ({ header, trailer }: { header: Metadata; trailer: Metadata }): void => {
    const [timing] = header.get('server-timing');
    expect(timing).toMatch(/^gfet4t7; dur=[1-9]\d*$/);
    const [params] = trailer.get(RESPONSE_PARAMS);
    const { clusterId, zoneId } = data.ResponseParams.decode(params as Buffer);
    expect([clusterId, zoneId]).toEqual([expect.stringMatching(/./), expect.stringMatching(/./)]);
  };

  test(
    'each answer of the data API reports the latency and the cluster',
    async () => {
      await bigtable().createTable('reported', { f: {} });
      for (const metadata of Object.values(await callAll('reported'))) expectMetadata(metadata);
      const name = bigtable().instance;
      expectMetadata(await bigtable().metadataOf(`${DATA}/PingAndWarm`, data.PingAndWarmRequest, { name }));
    },
    'response-metadata',
  );

  test(
    'each error of the data API reports the latency and the cluster',
    async () => {
      await bigtable().createTable('present', { f: {} });
      for (const metadata of Object.values(await callAll('missing'))) expectMetadata(metadata);
      const tableName = bigtable().tableName('present');
      const filter = { rowSampleFilter: 2 };
      expectMetadata(
        await bigtable().metadataOf(`${DATA}/ReadRows`, data.ReadRowsRequest, { tableName, filter }),
      );
      const invalid = { instanceName: bigtable().instance, query: 'SELEC' };
      expectMetadata(await bigtable().metadataOf(`${DATA}/ExecuteQuery`, data.ExecuteQueryRequest, invalid));
    },
    'response-metadata',
  );
});

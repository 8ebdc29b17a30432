import { bytes, data, statusOf } from './raw-bigtable';
import { describeServers } from './servers';

const DATA = '/google.bigtable.v2.Bigtable';
const INVALID_ARGUMENT = 3;

describeServers('SQL', ({ bigtable, test }) => {
  test(
    'a query is prepared with its columns, and executed',
    async () => {
      const on = bigtable();
      await on.createTable('queried', { f: {} });
      await on.set('queried', 'k1', [['f', 'q', 1_000, 'v']]);
      const prepared = await prepare("SELECT _key, f['q'] AS q FROM queried WHERE _key >= @from", {
        from: { bytesType: {} },
      });
      expect(prepared.metadata?.protoSchema?.columns?.map(({ name }) => name)).toEqual(['_key', 'q']);
      expect(prepared.metadata?.protoSchema?.columns?.map(({ type }) => Object.keys(type!)[0])).toEqual([
        'bytesType',
        'bytesType',
      ]);
      expect(Number(prepared.validUntil?.seconds)).toBeGreaterThan(0);
      const found = await execute({
        preparedQuery: prepared.preparedQuery,
        params: { from: { bytesValue: bytes('k') } },
      });
      expect(found.map(({ bytesValue }) => Buffer.from(bytesValue as Uint8Array).toString())).toEqual([
        'k1',
        'v',
      ]);
      const none = await execute({
        preparedQuery: prepared.preparedQuery,
        params: { from: { bytesValue: bytes('l') } },
      });
      expect(none).toEqual([]);
    },
    'sql',
  );

  test(
    'an invalid query is rejected',
    async () => {
      expect(await statusOf(prepare('SELECT * FROM nope'))).toBe(INVALID_ARGUMENT);
      expect(await statusOf(prepare('SELEC'))).toBe(INVALID_ARGUMENT);
    },
    'sql',
  );

  test(
    'a query that was not prepared has its columns in the first answer',
    async () => {
      const answers = await stream({ query: 'SELECT 1 AS one', protoFormat: {} });
      expect(answers[0]?.metadata?.protoSchema?.columns?.map(({ name }) => name)).toEqual(['one']);
      expect(valuesOf(answers.slice(1)).map(({ intValue }) => Number(intValue))).toEqual([1]);
    },
    'sql',
  );

  const prepare = (
    query: string,
    paramTypes: Record<string, data.IType> = {},
  ): Promise<data.PrepareQueryResponse> =>
    bigtable().unary(`${DATA}/PrepareQuery`, [data.PrepareQueryRequest, data.PrepareQueryResponse], {
      instanceName: bigtable().instance,
      query,
      paramTypes,
    });

  const stream = (request: data.IExecuteQueryRequest): Promise<data.ExecuteQueryResponse[]> =>
    bigtable().stream(`${DATA}/ExecuteQuery`, [data.ExecuteQueryRequest, data.ExecuteQueryResponse], {
      instanceName: bigtable().instance,
      ...request,
    });

  const execute = async (request: data.IExecuteQueryRequest): Promise<data.IValue[]> =>
    valuesOf(await stream(request));
});

/** Returns the values of short results: those with one batch. */
function valuesOf(answers: readonly data.ExecuteQueryResponse[]): data.IValue[] {
  const batches = answers.flatMap(({ results }) => (results?.protoRowsBatch?.batchData as Uint8Array) ?? []);
  return data.ProtoRows.decode(Buffer.concat(batches)).values;
}

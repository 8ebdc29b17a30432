import type { CallOptions, DataClient, ReadRowsRequest, Row } from '../../bigtable/client/types';
import type { Admission } from './admission';
import type { Cluster } from '../topology/cluster';
import type { ClusterClients } from '../clients/cluster-clients';

/** Returns clients whose calls wait for admission before they reach `clients`. */
export function admittedClients(
  clients: ClusterClients<'batch'>,
  admission: Admission,
): ClusterClients<'batch'> {
  const known = new WeakMap<Cluster<'batch'>, DataClient>();
  return {
    of(cluster) {
      const client = known.get(cluster) ?? admitted(clients.of(cluster), admission);
      known.set(cluster, client);
      return client;
    },
    close: () => clients.close(),
  };
}

function admitted(client: DataClient, admission: Admission): DataClient {
  return {
    readRows: (request, options = {}) => ({
      [Symbol.asyncIterator]: () => scan(client, admission, request, options),
    }),
    readRow: (request, options = {}) => admission.run(1, options, (left) => client.readRow(request, left)),
    mutateRow: (table, row, options = {}) =>
      admission.run(1, options, (left) => client.mutateRow(table, row, left)),
    mutateRows: (table, rows, options = {}) =>
      admission.run(rows.length, options, (left) => client.mutateRows(table, rows, left)),
    checkAndMutateRow: (request, options = {}) =>
      admission.run(1, options, (left) => client.checkAndMutateRow(request, left)),
    readModifyWriteRow: (table, key, rules, options = {}) =>
      admission.run(1, options, (left) => client.readModifyWriteRow(table, key, rules, left)),
    sampleRowKeys: (table, options = {}) =>
      admission.run(1, options, (left) => client.sampleRowKeys(table, left)),
    initialPartitions: (table, options = {}) =>
      admission.run(1, options, (left) => client.initialPartitions(table, left)),
    // A stream lasts for as long as its consumer wants, so it takes no slot. Its consumer's reads and writes do.
    readChangeStream: (request, options) => client.readChangeStream(request, options),
    close: () => client.close(),
  };
}

/**
 * A scan counts as one call, however long it takes. Each of its rows waits for the row rate; the stream is paused
 * meanwhile.
 */
async function* scan(
  client: DataClient,
  admission: Admission,
  request: ReadRowsRequest,
  options: CallOptions,
): AsyncGenerator<Row, undefined> {
  const left = await admission.acquire(options);
  try {
    for await (const row of client.readRows(request, left)) {
      await admission.waitForRows(1, signalOf(options));
      yield row;
    }
    return undefined;
  } finally {
    admission.release();
  }
}

/** Options with the signal only: the underlying call enforces the deadline. */
const signalOf = ({ signal }: CallOptions): CallOptions => (signal === undefined ? {} : { signal });

import { data } from '../encoding/proto';
import type { EmulatedCluster } from '../replication/local-cluster';

/** Name of the metadata: a `ResponseParams` in base64. */
const RESPONSE_PARAMS = 'x-goog-ext-425905942-bin';

const known = new WeakMap<EmulatedCluster, Readonly<Record<string, string>>>();

/** Returns the metadata that reports the cluster of an answer, as Bigtable's data API does. */
export function responseParamsOf(cluster: EmulatedCluster): Readonly<Record<string, string>> {
  const { id: clusterId, zone: zoneId } = cluster;
  const trailers = known.get(cluster) ?? { [RESPONSE_PARAMS]: encoded({ clusterId, zoneId }) };
  known.set(cluster, trailers);
  return trailers;
}

function encoded(params: data.IResponseParams): string {
  return Buffer.from(data.ResponseParams.encode(params).finish()).toString('base64');
}

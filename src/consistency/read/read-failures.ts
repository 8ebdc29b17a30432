import type { BigtableError } from '../../bigtable/client/bigtable-error';
import { isRetryable } from '../../bigtable/client/retry';
import type { Cluster, Workload } from '../../routing/topology/cluster';
import type { Router } from '../../routing/affinity/router';

/**
 * Whether it is in vain to ask anybody else: a refusal is an answer to the request, whoever gives it. Not so that of a
 * cluster which has left the topology meanwhile.
 */
export function isFinalFailure<W extends Workload>(
  error: BigtableError,
  cluster: Cluster<W>,
  router: Router<W>,
): boolean {
  const hasLeft = cluster.indirect === undefined && router.byCode(cluster.code) === undefined;
  return !isRetryable(error) && !hasLeft;
}

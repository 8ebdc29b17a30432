import type { Workload } from '../../routing/topology/cluster';
import type { Router } from '../../routing/affinity/router';
import type { WriteClearance } from './origin-clearance';

/** Returns the router restricted for writes to clusters that are cleared. */
export function clearedRouter<W extends Workload>(
  router: Router<W>,
  clearance: Pick<WriteClearance, 'isCleared'>,
): Router<W> {
  return {
    forRead: (table, key) => router.forRead(table, key),
    forEventualRead: (table, key) => router.forEventualRead(table, key),
    forWrite(table, key) {
      const clusters = router.forWrite(table, key);
      const isCleared = (cluster: (typeof clusters)[number]) => clearance.isCleared(table, cluster);
      return clusters.every(isCleared) ? clusters : clusters.filter(isCleared);
    },
    origins: (table) => router.origins(table),
    byCode: (code) => router.byCode(code),
    reachabilityOf: (cluster) => router.reachabilityOf(cluster),
    startOriginProbe: (cluster) => router.startOriginProbe(cluster),
    startProbeIfDue: (cluster) => router.startProbeIfDue(cluster),
  };
}

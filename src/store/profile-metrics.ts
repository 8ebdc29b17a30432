import type { Metrics } from '../platform/telemetry/metrics';
import type { ProfileCheck } from './profile-check';

export function observeAppProfiles(metrics: Metrics, check: Pick<ProfileCheck, 'status'>): void {
  metrics.gauges(
    {
      name: 'tidemark.app_profile',
      description:
        'Whether the app profile leads to the cluster that the topology says: 1 for matches, differs, missing or unknown',
      labels: ['replica', 'match'],
      absentValue: 0,
    },
    () => check.status().map(({ cluster, match }) => ({ value: 1, labels: { replica: cluster.id, match } })),
  );
}

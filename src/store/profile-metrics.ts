import type { Metrics } from '../platform/telemetry/metrics';
import type { ProfileCheck } from './profile-check';

export function observeAppProfiles(metrics: Metrics, check: Pick<ProfileCheck, 'status'>): void {
  metrics.gauges(
    {
      name: 'tidemark.app_profile',
      description:
        'Result of comparing the app profile of a cluster with the topology: 1 for the current value of `match`',
      labels: ['replica', 'match'],
      absentValue: 0,
    },
    () => check.status().map(({ cluster, match }) => ({ value: 1, labels: { replica: cluster.id, match } })),
  );
}

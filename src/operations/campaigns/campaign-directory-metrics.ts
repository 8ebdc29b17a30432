import type { Metrics } from '../../platform/telemetry/metrics';
import type { CampaignDirectory } from './campaign-directory';

type Observed = Pick<CampaignDirectory, 'ageMs' | 'campaigns' | 'unreadable' | 'leftOut'>;

/** Exports the age and the completeness of the campaign directory as metrics. */
export function observeCampaignDirectory(metrics: Metrics, directory: Observed): void {
  metrics.gauges(
    {
      name: 'tidemark.campaigns.directory.age',
      description: 'Time since the campaigns were last read; -1 before the first read',
      unit: 's',
      labels: [],
      absentValue: 0,
    },
    () => {
      const ageMs = directory.ageMs();
      return [{ value: ageMs === Infinity ? -1 : ageMs / 1_000, labels: {} }];
    },
  );
  metrics.gauges(
    {
      name: 'tidemark.campaigns.directory.campaigns',
      description:
        'Campaigns by outcome: loaded (held), left out because they are invalid (unreadable) or beyond the limit (beyond_limit)',
      labels: ['outcome'],
      absentValue: 0,
    },
    () => [
      { value: directory.campaigns().length, labels: { outcome: 'held' } },
      { value: directory.unreadable().length, labels: { outcome: 'unreadable' } },
      { value: directory.leftOut(), labels: { outcome: 'beyond_limit' } },
    ],
  );
}

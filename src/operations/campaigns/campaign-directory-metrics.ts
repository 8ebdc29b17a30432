import type { Metrics } from '../../platform/telemetry/metrics';
import type { CampaignDirectory } from './campaign-directory';

type Observed = Pick<CampaignDirectory, 'ageMs' | 'campaigns' | 'unreadable' | 'leftOut'>;

/** Whether the campaigns that a process goes by are those that there are. */
export function observeCampaignDirectory(metrics: Metrics, directory: Observed): void {
  metrics.gauges(
    {
      name: 'tidemark.campaigns.directory.age',
      description: 'Since the campaigns were last read; -1 before they were',
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
      description: 'Campaigns: held; unreadable, and left out; beyond the limit, and left out',
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

import type { FollowStatus } from '../../operations/pipelines/follow/follow-worker';
import type { BatchOutcome } from '../../operations/pipelines/follow/process-changed-page';
import type { ChangeBatch } from '../../operations/pipelines/follow/change-batches';
import type { Metrics } from '../../platform/telemetry/metrics';
import type { Clock } from '../../platform/time/clock';

export interface FollowMetrics {
  onBatch(batch: ChangeBatch, outcome: BatchOutcome): void;
  onRetry(): void;
  onView(status: FollowStatus): void;
}

/** Returns an observer that records the metrics of a followed pipeline. */
export function followMetrics(metrics: Metrics, pipeline: string, clock: Clock): FollowMetrics {
  let latest: FollowStatus | undefined;
  const labels = ['pipeline'];
  const changes = metrics.counter(
    { name: 'tidemark.follow.changes', description: 'Changes that a followed pipeline has read' },
    labels,
  );
  const objects = metrics.counter(
    {
      name: 'tidemark.follow.objects',
      description: 'Objects that a followed pipeline has processed after changes, by outcome',
    },
    [...labels, 'outcome'],
  );
  const retries = metrics.counter(
    {
      name: 'tidemark.follow.retries',
      description: 'Failed streams, reads, writes and renewals of a followed pipeline, which are repeated',
    },
    labels,
  );
  const gauge = (name: string, description: string, read: (status: FollowStatus) => number): void =>
    metrics.gauges({ name, description, labels, absentValue: 0 }, () =>
      latest === undefined ? [] : [{ labels: { pipeline }, value: read(latest) }],
    );
  gauge(
    'tidemark.follow.partitions',
    'Partitions of change streams that this worker follows',
    ({ own }) => own,
  );
  gauge(
    'tidemark.follow.worker_lag',
    'Seconds since the time up to which all changes are processed, estimated, as a worker sees it',
    ({ lowWatermarkMicros }) => Math.max(0, clock.nowMs() - lowWatermarkMicros / 1_000) / 1_000,
  );
  return {
    onBatch: (batch, { processed, rejected, withheld }) => {
      changes(batch.changes, pipeline);
      objects(processed, pipeline, 'processed');
      objects(rejected, pipeline, 'rejected');
      objects(withheld, pipeline, 'withheld');
    },
    onRetry: () => retries(1, pipeline),
    onView: (status) => {
      latest = status;
    },
  };
}

import type { FollowProgress } from './follow-progress';
import type { LagAlarm } from './lag-alarms';
import type { StageLag } from './stage-lag';

/** Progress of ingestion. Times are milliseconds since the Unix epoch. */
export interface IngestionProgress {
  /** Time of the read. */
  readonly atMs: number;
  /** Event time up to which counts are complete; undefined when no process reports. See docs/lag.md. */
  readonly completeUpToMs: number | undefined;
  readonly stages: readonly StageLag[];
  readonly alarms: readonly LagAlarm[];
  /** Pipelines that follow changes. They have no part in the completeness of counts. */
  readonly pipelines: readonly FollowProgress[];
}

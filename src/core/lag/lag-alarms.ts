import type { LagLimits } from './lag-limits';
import type { StageLag } from './stage-lag';
import type { Stage } from './stage-report';

/**
 * Kinds of alarms:
 * - `no_reports`: no process reports the progress of ingestion.
 * - `no_consumers`: no process reads a subscription that was read before.
 * - `silent`: a process stopped reporting without ending.
 * - `behind`: counts have lacked the stage's events for too long.
 * - `backlog`: messages that wait are too old.
 * - `late_events`: more than one in a hundred events arrive later than the allowance.
 * - `clock_ahead`: the clock of a process is wrong, or the reader's.
 * - `unreadable`: a report is corrupted or of a later version, and is ignored.
 */
export const LAG_ALARM_KINDS = [
  ...(['no_reports', 'no_consumers', 'silent', 'behind'] as const),
  ...(['backlog', 'late_events', 'clock_ahead', 'unreadable'] as const),
] as const;
export type LagAlarmKind = (typeof LAG_ALARM_KINDS)[number];

export interface LagAlarm {
  readonly kind: LagAlarmKind;
  /** Absent with `no_reports` and `unreadable`. */
  readonly stage?: Stage;
  readonly source?: string;
  /** Processes concerned, with `silent`, `clock_ahead` and `unreadable`. */
  readonly processes?: readonly string[];
}

type Limits = Pick<LagLimits, 'alarmMs' | 'producerDelayMaxMs'>;

export function lagAlarms(stages: readonly StageLag[], nowMs: number, limits: Limits): LagAlarm[] {
  if (stages.length === 0) return [{ kind: 'no_reports' }];
  return stages.flatMap((lag) => stageAlarms(lag, nowMs, limits));
}

function stageAlarms(lag: StageLag, nowMs: number, limits: Limits): LagAlarm[] {
  const {
    stage,
    source,
    silent,
    clocksAhead: ahead,
    completeUpToMs,
    backlogAgeSeconds = 0,
    producerDelayP99Ms = 0,
  } = lag;
  const of = { stage, source };
  return [
    ...when(lag.processes === 0, { kind: 'no_consumers', ...of }),
    ...when(silent.length > 0, { kind: 'silent', ...of, processes: silent }),
    ...when(nowMs - completeUpToMs > limits.alarmMs, { kind: 'behind', ...of }),
    ...when(backlogAgeSeconds * 1_000 > limits.alarmMs, { kind: 'backlog', ...of }),
    ...when(producerDelayP99Ms > limits.producerDelayMaxMs, { kind: 'late_events', ...of }),
    ...when(ahead.length > 0, { kind: 'clock_ahead', ...of, processes: ahead }),
  ];
}

function when(isSo: boolean, alarm: LagAlarm): LagAlarm[] {
  return isSo ? [alarm] : [];
}

import type { FollowProgress } from '../../core/lag/follow-progress';
import type { LagAlarm } from '../../core/lag/lag-alarms';
import type { StageLag } from '../../core/lag/stage-lag';
import { countOf } from '../../core/shared/count-of';
import { lagAlarmText } from '../../operations/lag/alarm-log';
import type { IngestionProgress } from '../../core/lag/ingestion-progress';
import { formatInstant } from '../../core/time/instant';
import { textTable } from '../shared/text-table';
import { formatDuration } from '../shared/units';

/** Returns the progress of ingestion as text. */
export function lagText({ atMs, completeUpToMs, stages, alarms, pipelines }: IngestionProgress): string {
  const blocks = [
    completeUpToMs === undefined
      ? 'The time up to which counts are complete is unknown: no process reports progress.'
      : `Counts are complete up to ${formatInstant(completeUpToMs)}, ${formatDuration(atMs - completeUpToMs)} ago.`,
    ...(stages.length === 0
      ? []
      : [
          textTable(
            COLUMNS,
            stages.map((lag) => row(lag, atMs)),
          ),
        ]),
    ...(pipelines.length === 0 ? [] : [pipelines.map((each) => followLine(each, atMs)).join('\n')]),
    ...(alarms.length === 0 ? [] : [alarms.map(alarmLine).join('\n')]),
  ];
  return blocks.join('\n\n');
}

function followLine(
  { pipeline, processedUpToMs, partitions, workers }: FollowProgress,
  atMs: number,
): string {
  const lag = formatDuration(Math.max(0, atMs - processedUpToMs));
  const of = `${countOf(partitions, 'partition')}, ${countOf(workers, 'worker')}`;
  return `Pipeline ${pipeline}: all changes up to about ${formatInstant(processedUpToMs)}, ${lag} ago, are processed (${of}).`;
}

const COLUMNS = [
  'stage',
  'subscription',
  'processes',
  'complete up to',
  'lag',
  'event lag',
  'delivery',
  'events/s',
  'outstanding',
  'backlog',
];

function row(lag: StageLag, atMs: number): string[] {
  const { stage, source, processes, silent, backlogMessages, backlogAgeSeconds = 0 } = lag;
  const decodesEvents = lag.producerDelayP99Ms !== undefined;
  return [
    stage,
    // The full name of a subscription begins with its project, which is the same for all of them.
    source === '' ? '-' : source.slice(source.lastIndexOf('/') + 1),
    silent.length === 0 ? String(processes) : `${processes}, ${silent.length} silent`,
    formatInstant(lag.completeUpToMs),
    formatDuration(atMs - lag.completeUpToMs),
    decodesEvents ? pair(lag.eventLagP50Ms, lag.eventLagP99Ms) : '-',
    pair(lag.deliveryLagP50Ms, lag.deliveryLagP99Ms),
    String(Math.round(lag.eventsPerSecond)),
    String(lag.heldMessages),
    backlogMessages === undefined ? '-' : `${backlogMessages}, ${formatDuration(backlogAgeSeconds * 1_000)}`,
  ];
}

/** Returns the median and the 99th percentile. */
const pair = (p50Ms: number, p99Ms: number): string => `${formatDuration(p50Ms)} / ${formatDuration(p99Ms)}`;

function alarmLine({ kind, stage, source, processes = [] }: LagAlarm): string {
  const where = [stage, source].filter((part) => part !== undefined && part !== '').join(' ');
  const processList = processes.length === 0 ? '' : ` (${processes.join(', ')})`;
  return `Alarm ${kind}${where === '' ? '' : `, ${where}`}${processList}: ${lagAlarmText(kind)}.`;
}

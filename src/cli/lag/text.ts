import type { LagAlarm } from '../../core/lag/lag-alarms';
import type { StageLag } from '../../core/lag/stage-lag';
import { lagAlarmText } from '../../operations/lag/alarm-log';
import type { IngestionProgress } from '../../operations/lag/read-progress';
import { textTable } from '../shared/text-table';
import { formatDuration } from '../shared/units';

/** How far ingestion is, for a person. */
export function lagText({ atMs, completeUpToMs, stages, alarms }: IngestionProgress): string {
  const blocks = [
    completeUpToMs === undefined
      ? 'Nobody tells up to when counts are complete.'
      : `Counts are complete up to ${timeText(completeUpToMs)}, ${formatDuration(atMs - completeUpToMs)} ago.`,
    ...(stages.length === 0
      ? []
      : [
          textTable(
            COLUMNS,
            stages.map((lag) => row(lag, atMs)),
          ),
        ]),
    ...(alarms.length === 0 ? [] : [alarms.map(alarmLine).join('\n')]),
  ];
  return blocks.join('\n\n');
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
  'held',
  'backlog',
];

function row(lag: StageLag, atMs: number): string[] {
  const { stage, source, processes, silent, backlogMessages, backlogAgeSeconds = 0 } = lag;
  const looksIntoEvents = lag.producerDelayP99Ms !== undefined;
  return [
    stage,
    // Of a full name all but the end is the same in all of them.
    source === '' ? '-' : source.slice(source.lastIndexOf('/') + 1),
    silent.length === 0 ? String(processes) : `${processes}, ${silent.length} silent`,
    timeText(lag.completeUpToMs),
    formatDuration(atMs - lag.completeUpToMs),
    looksIntoEvents ? pair(lag.eventLagP50Ms, lag.eventLagP99Ms) : '-',
    pair(lag.deliveryLagP50Ms, lag.deliveryLagP99Ms),
    String(Math.round(lag.eventsPerSecond)),
    String(lag.heldMessages),
    backlogMessages === undefined ? '-' : `${backlogMessages}, ${formatDuration(backlogAgeSeconds * 1_000)}`,
  ];
}

/** Half of them, and 99 in 100, take no longer. */
const pair = (p50Ms: number, p99Ms: number): string => `${formatDuration(p50Ms)} / ${formatDuration(p99Ms)}`;

function alarmLine({ kind, stage, source, processes = [] }: LagAlarm): string {
  const where = [stage, source].filter((part) => part !== undefined && part !== '').join(' ');
  const who = processes.length === 0 ? '' : ` (${processes.join(', ')})`;
  return `Alarm ${kind}${where === '' ? '' : `, ${where}`}${who}: ${lagAlarmText(kind)}.`;
}

const timeText = (ms: number): string => new Date(ms).toISOString();

/** `tidemark local status`: what the clusters and links of the running embedded Bigtable are like. */
import type { Command } from 'commander';
import { DEFAULTS } from '../../config/defaults';
import { control } from '../../local-bigtable/index';
import { sleep, systemClock } from '../../platform/time/clock';
import { type ControlClient, withControl } from './control';
import { localServerCommand, type LocalServerFlags } from './faults';
import { print, untilSignal } from '../shared/terminal';
import { textTable } from '../shared/text-table';
import { formatBandwidth, formatDuration } from '../shared/units';

interface StatusFlags extends LocalServerFlags {
  readonly watch?: boolean;
}

export function statusCommand(): Command {
  return localServerCommand(
    'status',
    'Show clusters, links, what is under way between them, and faults that end by themselves.',
  )
    .option('--instance <id>', 'only this instance; default: all')
    .option('--watch', 'again every second, until Ctrl-C')
    .action(runStatus);
}

async function runStatus(flags: StatusFlags): Promise<void> {
  await withControl(flags, (client) => (flags.watch === true ? watch(client, flags) : show(client, flags)));
}

async function show(client: ControlClient, { instance, json }: StatusFlags): Promise<void> {
  const status = await client.status(instance);
  print(json === true ? JSON.stringify(statusJson(status)) : statusText(status));
}

async function watch(client: ControlClient, flags: StatusFlags): Promise<void> {
  const stopped = new AbortController();
  void untilSignal().then(() => stopped.abort());
  while (!stopped.signal.aborted) {
    if (process.stdout.isTTY && flags.json !== true) process.stdout.write(CLEAR_SCREEN);
    await show(client, flags);
    await sleep(systemClock, DEFAULTS.local.statusIntervalMs, stopped.signal).catch(() => undefined);
  }
}

const CLEAR_SCREEN = '\x1b[2J\x1b[H';

function statusJson(status: control.Status): object {
  return control.Status.toObject(status, { defaults: true, arrays: true });
}

/** Fits 80 columns without faults, 100 with them, as long as names are short. */
function statusText({ instances, timed }: control.Status): string {
  const blocks = instances.flatMap((instance) => [
    `${instance.name ?? ''}: tables: ${instance.tables}, rows not yet the same everywhere: ${instance.pendingRows}`,
    textTable(CLUSTER_COLUMNS, (instance.clusters ?? []).map(clusterRow)),
    ...((instance.links ?? []).length === 0
      ? []
      : [textTable(LINK_COLUMNS, instance.links!.map(linkRow).sort(byFirst))]),
  ]);
  const ending = timed.map(
    ({ description, remainingMs }) => `${description}; ends in ${formatDuration(remainingMs ?? 0)}`,
  );
  if (instances.length === 0) return 'There are no instances yet: the first table makes one.';
  return [...blocks, ...(ending.length === 0 ? [] : [ending.join('\n')])].join('\n\n');
}

const CLUSTER_COLUMNS = ['cluster', 'region', 'zone', 'state', 'slow', 'errors', 'clock', 'to come'];

function clusterRow(cluster: control.IClusterStatus): string[] {
  const { slowMs, errorRate, clockSkewMs } = cluster;
  return [
    cluster.id ?? '',
    cluster.region ?? '',
    cluster.zone ?? '',
    cluster.stopped ? 'stopped' : 'up',
    orDash(slowMs, formatDuration),
    orDash(errorRate, percent),
    orDash(clockSkewMs, signed),
    String(cluster.pendingCommits ?? 0),
  ];
}

const LINK_COLUMNS = ['link', 'state', 'delay', 'limits', 'queue', 'lag', 'complete to'];

function linkRow({ from, to, conditions, blocked, ...link }: control.ILinkStatus): string[] {
  const state = conditions?.partitioned ? 'cut' : blocked ? 'stopped' : 'open';
  return [
    `${from} > ${to}`,
    state,
    delayText(conditions ?? {}),
    limitsText(conditions ?? {}),
    String(link.backlog ?? 0),
    orDash(link.lagMs, formatDuration),
    timeText(link.deliveredUpTo ?? 0),
  ];
}

const byFirst = ([a = '']: readonly string[], [b = '']: readonly string[]): number => (a < b ? -1 : 1);

function delayText({ delayMs, jitterMs }: control.ILinkChange): string {
  return `${formatDuration(delayMs ?? 0)}${jitterMs ? ` +${formatDuration(jitterMs)}` : ''}`;
}

function limitsText(conditions: control.ILinkChange): string {
  const { bytesPerSecond, dropRate, reorderRows, reorderWithinRow } = conditions;
  const limits = [
    ...(bytesPerSecond ? [formatBandwidth(bytesPerSecond)] : []),
    ...(dropRate ? [`${percent(dropRate)} lost`] : []),
    ...(reorderWithinRow ? ['reorders within rows'] : reorderRows ? ['reorders'] : []),
  ];
  return limits.length === 0 ? '-' : limits.join(', ');
}

/** The time of day, UTC; links are seldom days behind. */
const timeText = (micros: number): string => new Date(micros / 1_000).toISOString().slice(11, 23);
const percent = (value: number): string => `${Number((value * 100).toFixed(1))}%`;
const signed = (ms: number): string => `${ms > 0 ? '+' : '-'}${formatDuration(Math.abs(ms))}`;
const orDash = (value: number | null | undefined, text: (value: number) => string): string =>
  value ? text(value) : '-';

/** `tidemark local status`: the state of the clusters and links of a running embedded Bigtable. */
import type { Command } from 'commander';
import { DEFAULTS } from '../../config/defaults';
import { control } from '../../local-bigtable/index';
import { type ControlClient, withControl } from './control';
import { localServerCommand, type LocalServerFlags } from './faults';
import { commandAction, type CommandRun } from '../shared/lifecycle';
import { repeatDisplay } from '../shared/repeat-display';
import { print } from '../shared/terminal';
import { textTable } from '../shared/text-table';
import { formatBandwidth, formatDuration } from '../shared/units';

interface StatusFlags extends LocalServerFlags {
  readonly watch?: boolean;
}

export function statusCommand(): Command {
  return localServerCommand(
    'status',
    'Show clusters, links, the replication queues between them, and faults that end by themselves.',
  )
    .option('--instance <id>', 'only this instance; default: all')
    .option('--watch', 'show it again every second, until Ctrl-C')
    .action(commandAction(runStatus));
}

async function runStatus(run: CommandRun, flags: StatusFlags): Promise<void> {
  const options = { intervalMs: DEFAULTS.local.statusIntervalMs, json: flags.json === true };
  await withControl(flags, (client) =>
    flags.watch === true ? repeatDisplay(run, () => show(client, flags), options) : show(client, flags),
  );
}

async function show(client: ControlClient, { instance, json }: StatusFlags): Promise<void> {
  const status = await client.status(instance);
  print(json === true ? JSON.stringify(statusJson(status)) : statusText(status));
}

function statusJson(status: control.Status): object {
  return control.Status.toObject(status, { defaults: true, arrays: true });
}

/** Returns the status as text: at most 80 columns without faults and 100 with them, as long as names are short. */
function statusText({ instances, timed }: control.Status): string {
  const blocks = instances.flatMap((instance) => [
    `${instance.name ?? ''}: tables: ${instance.tables}, rows not fully replicated: ${instance.pendingRows}`,
    textTable(CLUSTER_COLUMNS, (instance.clusters ?? []).map(clusterRow)),
    ...((instance.links ?? []).length === 0
      ? []
      : [textTable(LINK_COLUMNS, instance.links!.map(linkRow).sort(byFirst))]),
  ]);
  const ending = timed.map(
    ({ description, remainingMs }) => `${description}; ends in ${formatDuration(remainingMs ?? 0)}`,
  );
  if (instances.length === 0) return 'There are no instances yet: creating the first table creates one.';
  return [...blocks, ...(ending.length === 0 ? [] : [ending.join('\n')])].join('\n\n');
}

const CLUSTER_COLUMNS = ['cluster', 'region', 'zone', 'state', 'slow', 'errors', 'clock', 'pending'];

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

/** Returns the time of day in UTC: links are rarely days behind. */
const timeText = (micros: number): string => new Date(micros / 1_000).toISOString().slice(11, 23);
const percent = (value: number): string => `${Number((value * 100).toFixed(1))}%`;
const signed = (ms: number): string => `${ms > 0 ? '+' : '-'}${formatDuration(Math.abs(ms))}`;
const orDash = (value: number | null | undefined, text: (value: number) => string): string =>
  value ? text(value) : '-';

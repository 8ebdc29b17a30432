import type { PubSub } from '@google-cloud/pubsub';
import { Command } from 'commander';
import { parseInstant } from '../../core/time/instant';
import { invalidArgument } from '../../errors';
import { openPubSub } from '../../ingest/pubsub/pubsub-client';
import {
  createSnapshot,
  planReplay,
  replay,
  type ReplayPlan,
  type ReplayPoint,
} from '../../ingest/pubsub/replay';
import { systemClock } from '../../platform/time/clock';
import { requireOption } from '../shared/attribute-option';
import { confirm } from '../shared/confirm';
import { loadCommandConfig } from '../shared/connection';
import { commandAction, type CommandRun } from '../shared/lifecycle';
import { print, printError } from '../shared/terminal';

interface ReplayFlags {
  readonly subscription?: string;
  readonly from?: string;
  readonly snapshot?: string;
  readonly createSnapshot?: string;
  readonly yes?: boolean;
  readonly json?: boolean;
}

const EXAMPLE = `
Events that are delivered again count once: a replay never changes a count. It restores events that were lost with the store,
or acknowledged by mistake. Acknowledged messages are delivered again only if the subscription or its topic retains them.

Examples:
  tidemark replay --subscription clicks --create-snapshot before-upgrade
  tidemark replay --subscription clicks --snapshot before-upgrade
  tidemark replay --subscription clicks --from 2026-11-20T00:00:00Z --yes`;

/** Returns `tidemark replay`, which makes a subscription deliver messages again. */
export function replayCommand(): Command {
  return new Command('replay')
    .description('Make a Pub/Sub subscription deliver messages again, from a time or a snapshot on.')
    .option('--subscription <name>', 'subscription to replay; default: TIDEMARK_PUBSUB_SUBSCRIPTION')
    .option('--from <time>', 'deliver everything published since: ISO 8601 with a zone, or milliseconds')
    .option('--snapshot <name>', 'deliver everything that was unacknowledged when the snapshot was created')
    .option('--create-snapshot <name>', 'only create a snapshot of the unacknowledged messages')
    .option('-y, --yes', 'replay without asking for confirmation')
    .option('--json', 'print the result as one JSON object; needs --yes')
    .addHelpText('after', EXAMPLE)
    .action(commandAction(runReplay));
}

async function runReplay({ resources }: CommandRun, flags: ReplayFlags): Promise<void> {
  const config = loadCommandConfig();
  const subscription = requireOption(flags.subscription ?? config.pubsub.subscription, '--subscription');
  const point = flags.createSnapshot === undefined ? replayPoint(flags) : undefined;
  const { emulatorHost } = config.pubsub;
  const target = { project: config.bigtable.project, emulatorHost };
  const pubsub = resources.add(await openPubSub(target), (each) => each.close());
  if (point !== undefined) await replayFrom(pubsub, { subscription, point }, flags);
  else await snapshot(pubsub, subscription, flags);
}

function replayPoint({ from, snapshot }: ReplayFlags): ReplayPoint {
  if ((from === undefined) === (snapshot === undefined)) {
    throw invalidArgument('--from', 'give either --from or --snapshot');
  }
  if (snapshot !== undefined) return { snapshot };
  return { fromMs: parseInstant(/^\d+$/.test(from!) ? Number(from) : from, '--from') };
}

async function replayFrom(
  pubsub: PubSub,
  request: { readonly subscription: string; readonly point: ReplayPoint },
  flags: ReplayFlags,
): Promise<void> {
  const plan = await planReplay(pubsub, { ...request, nowMs: systemClock.nowMs() });
  for (const warning of plan.warnings) printError(`warning: ${warning}`);
  const question = `Replay ${plan.subscription}: deliver everything ${pointText(plan)} again?`;
  const done = await confirm(question, flags);
  if (done) await replay(pubsub, plan);
  if (flags.json === true) print(JSON.stringify({ ...planJson(plan), replayed: done }));
  else
    print(
      done ? `${plan.subscription} delivers everything ${pointText(plan)} again.` : 'Nothing was changed.',
    );
}

async function snapshot(pubsub: PubSub, subscription: string, flags: ReplayFlags): Promise<void> {
  const name = await createSnapshot(pubsub, subscription, flags.createSnapshot!);
  print(flags.json === true ? JSON.stringify({ snapshot: name }) : `Created ${name}.`);
}

function pointText({ point }: ReplayPlan): string {
  return 'fromMs' in point
    ? `published since ${new Date(point.fromMs).toISOString()}`
    : `that was unacknowledged at snapshot ${point.snapshot}`;
}

function planJson({ point, ...plan }: ReplayPlan): object {
  return 'fromMs' in point ? { ...plan, from: new Date(point.fromMs).toISOString() } : { ...plan, ...point };
}

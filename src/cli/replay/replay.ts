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
What comes again is counted once, as ever: a replay never changes a count. It brings back what was lost with the store, or
acknowledged by mistake. Acknowledged messages come again only where the subscription or its topic keeps them.

Examples:
  tidemark replay --subscription clicks --create-snapshot before-upgrade
  tidemark replay --subscription clicks --snapshot before-upgrade
  tidemark replay --subscription clicks --from 2026-11-20T00:00:00Z --yes`;

/** `tidemark replay`: lets a subscription deliver again. */
export function replayCommand(): Command {
  return new Command('replay')
    .description('Let a Pub/Sub subscription deliver messages again, from a time or a snapshot on.')
    .option('--subscription <name>', 'default: TIDEMARK_PUBSUB_SUBSCRIPTION')
    .option('--from <time>', 'everything published since: ISO 8601 with a zone, or milliseconds')
    .option('--snapshot <name>', 'everything that was not acknowledged when the snapshot was made')
    .option('--create-snapshot <name>', 'make a snapshot of what is not acknowledged now, and nothing else')
    .option('-y, --yes', 'without asking')
    .option('--json', 'print what was done as one JSON object; needs --yes')
    .addHelpText('after', EXAMPLE)
    .action(runReplay);
}

async function runReplay(flags: ReplayFlags): Promise<void> {
  const config = loadCommandConfig();
  const subscription = requireOption(flags.subscription ?? config.pubsub.subscription, 'subscription');
  const point = flags.createSnapshot === undefined ? replayPoint(flags) : undefined;
  const { emulatorHost } = config.pubsub;
  const pubsub = await openPubSub({ project: config.bigtable.project, emulatorHost });
  try {
    if (point !== undefined) await replayFrom(pubsub, { subscription, point }, flags);
    else await snapshot(pubsub, subscription, flags);
  } finally {
    await pubsub.close();
  }
}

function replayPoint({ from, snapshot }: ReplayFlags): ReplayPoint {
  if ((from === undefined) === (snapshot === undefined)) {
    throw invalidArgument('from', 'or --snapshot is required, and not both');
  }
  if (snapshot !== undefined) return { snapshot };
  return { fromMs: parseInstant(/^\d+$/.test(from!) ? Number(from) : from, 'from') };
}

async function replayFrom(
  pubsub: PubSub,
  request: { readonly subscription: string; readonly point: ReplayPoint },
  flags: ReplayFlags,
): Promise<void> {
  const plan = await planReplay(pubsub, { ...request, nowMs: systemClock.nowMs() });
  for (const warning of plan.warnings) printError(`warning: ${warning}`);
  const question = `Let ${plan.subscription} deliver again everything ${pointText(plan)}?`;
  const done = await confirm(question, flags);
  if (done) await replay(pubsub, plan);
  if (flags.json === true) print(JSON.stringify({ ...planJson(plan), replayed: done }));
  else
    print(
      done ? `${plan.subscription} delivers again everything ${pointText(plan)}.` : 'Nothing was changed.',
    );
}

async function snapshot(pubsub: PubSub, subscription: string, flags: ReplayFlags): Promise<void> {
  const name = await createSnapshot(pubsub, subscription, flags.createSnapshot!);
  print(flags.json === true ? JSON.stringify({ snapshot: name }) : `Created ${name}.`);
}

function pointText({ point }: ReplayPlan): string {
  return 'fromMs' in point
    ? `published since ${new Date(point.fromMs).toISOString()}`
    : `that was not acknowledged at snapshot ${point.snapshot}`;
}

function planJson({ point, ...plan }: ReplayPlan): object {
  return { ...plan, ...('fromMs' in point ? { from: new Date(point.fromMs).toISOString() } : point) };
}

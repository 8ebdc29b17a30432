import { Command } from 'commander';
import { countOf } from '../../core/shared/count-of';
import {
  listDeadLetters,
  replayDeadLetters,
  type DeadLetterQueue,
  type DeadLetterMessage,
} from '../../ingest/dead-letters/dead-letter-queue';
import {
  fullSubscriptionName,
  openPubSub,
  openSubscriberClient,
  toPubsubError,
} from '../../ingest/pubsub/pubsub-client';
import { withoutDeadLetterAttributes } from '../../ingest/dead-letters/dead-letter-topic';
import { DEFAULTS } from '../../config/defaults';
import { systemClock } from '../../platform/time/clock';
import type { Resources } from '../../platform/tasks/resources';
import type { PubSub } from '@google-cloud/pubsub';
import { confirm } from '../shared/confirm';
import { loadCommandConfig } from '../shared/connection';
import { commandAction, type CommandRun } from '../shared/lifecycle';
import { print } from '../shared/terminal';
import { textTable } from '../shared/text-table';
import { integerBetween } from '../shared/units';

interface ListFlags {
  readonly subscription: string;
  readonly limit: number;
  readonly json?: boolean;
}

interface ReplayFlags {
  readonly subscription: string;
  readonly topic: string;
  readonly yes?: boolean;
  readonly json?: boolean;
}

/** Returns `tidemark dead-letters`, which lists dead-lettered messages and replays them. */
export function deadLettersCommand(): Command {
  return new Command('dead-letters')
    .description('List dead-lettered messages, and replay them.')
    .addCommand(
      new Command('list')
        .description(
          'Show messages and the reasons why they were dead-lettered. The messages stay in the subscription.',
        )
        .requiredOption('--subscription <name>', 'a subscription to the dead-letter topic')
        .option('--limit <n>', 'maximum number of messages to show', integerBetween(1, 10_000), 20)
        .option('--json', 'print one JSON object per line')
        .action(commandAction(runList)),
    )
    .addCommand(
      new Command('replay')
        .description(
          'Publish all messages again without the attributes that dead-lettering added, and remove them from the subscription.',
        )
        .requiredOption('--subscription <name>', 'a subscription to the dead-letter topic')
        .requiredOption('--topic <name>', 'topic to publish to: the one that the consumer reads')
        .option('-y, --yes', 'replay without asking for confirmation')
        .option('--json', 'print the result as one JSON object; needs --yes')
        .action(commandAction(runReplay)),
    );
}

async function runList({ resources }: CommandRun, flags: ListFlags): Promise<void> {
  await withQueue(resources, flags.subscription, async (queue) => {
    const messages = await listDeadLetters(queue, flags.limit);
    if (flags.json === true) messages.forEach((message) => print(JSON.stringify(messageJson(message))));
    else print(messages.length === 0 ? 'There are no dead-lettered messages.' : messageTable(messages));
  });
}

async function runReplay({ resources }: CommandRun, flags: ReplayFlags): Promise<void> {
  const question = `Publish all messages of ${flags.subscription} to ${flags.topic} again?`;
  if (!(await confirm(question, flags))) return print('Nothing was changed.');
  await withQueue(resources, flags.subscription, async (queue, pubsub) => {
    const topic = pubsub.topic(flags.topic);
    const result = await replayDeadLetters(queue, {
      beforeMs: systemClock.nowMs(),
      publish: (message) => topic.publishMessage(message),
    });
    if (flags.json === true) return print(JSON.stringify(result));
    print(`Published again: ${countOf(result.replayed, 'message')}.`);
    if (result.truncated > 0)
      print(
        `Not published: ${countOf(result.truncated, 'message')} with a body that was truncated when it was dead-lettered.`,
      );
  });
}

async function withQueue(
  resources: Resources,
  name: string,
  use: (queue: DeadLetterQueue, pubsub: PubSub) => Promise<void>,
): Promise<void> {
  const config = loadCommandConfig();
  const { emulatorHost } = config.pubsub;
  const { deadLetterPullTimeoutMs: pullTimeoutMs } = DEFAULTS.pubsub;
  try {
    const target = { project: config.bigtable.project, emulatorHost };
    const pubsub = resources.add(await openPubSub(target), (each) => each.close());
    const client = resources.add(await openSubscriberClient(pubsub), (each) => each.close());
    await use({ client, subscription: fullSubscriptionName(pubsub, name), pullTimeoutMs }, pubsub);
  } catch (error) {
    throw toPubsubError(error as Error);
  }
}

function messageTable(messages: readonly DeadLetterMessage[]): string {
  const rows = messages.map(({ attributes, publishTimeMs, data }) => [
    new Date(publishTimeMs).toISOString(),
    attributes.reason ?? '',
    attributes.field ?? '',
    String(data.length),
    attributes.detail ?? '',
  ]);
  return textTable(['dead-lettered', 'reason', 'field', 'bytes', 'detail'], rows);
}

function messageJson({ attributes, publishTimeMs, data }: DeadLetterMessage): object {
  const { reason, field, detail } = attributes;
  return {
    deadLettered: new Date(publishTimeMs).toISOString(),
    reason,
    field,
    detail,
    bytes: data.length,
    attributes: withoutDeadLetterAttributes(attributes),
    data: data.toString('base64'),
  };
}

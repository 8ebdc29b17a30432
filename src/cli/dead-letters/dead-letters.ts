import { Command } from 'commander';
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
import { withResources } from '../../platform/tasks/resources';
import type { PubSub } from '@google-cloud/pubsub';
import { confirm } from '../shared/confirm';
import { loadCommandConfig } from '../shared/connection';
import { print } from '../shared/terminal';
import { textTable } from '../shared/text-table';
import { positiveIntegerUpTo } from '../shared/units';

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

/** `tidemark dead-letters`: what was put aside, and how it is sent once more. */
export function deadLettersCommand(): Command {
  return new Command('dead-letters')
    .description('Look at messages that were put aside, and send them once more.')
    .addCommand(
      new Command('list')
        .description('Show messages and why they were put aside; they stay where they are.')
        .requiredOption('--subscription <name>', 'a subscription to the dead-letter topic')
        .option('--limit <n>', 'show no more', positiveIntegerUpTo(10_000), 20)
        .option('--json', 'one JSON object a line')
        .action(runList),
    )
    .addCommand(
      new Command('replay')
        .description(
          'Send all messages once more, without what was added to them, and take them out of the subscription.',
        )
        .requiredOption('--subscription <name>', 'a subscription to the dead-letter topic')
        .requiredOption('--topic <name>', 'where they are sent: what the consumer reads')
        .option('-y, --yes', 'without asking')
        .option('--json', 'print what was done as one JSON object; needs --yes')
        .action(runReplay),
    );
}

async function runList(flags: ListFlags): Promise<void> {
  await withQueue(flags.subscription, async (queue) => {
    const messages = await listDeadLetters(queue, flags.limit);
    if (flags.json === true) messages.forEach((message) => print(JSON.stringify(messageJson(message))));
    else print(messages.length === 0 ? 'Nothing is put aside.' : table(messages));
  });
}

async function runReplay(flags: ReplayFlags): Promise<void> {
  const question = `Send everything in ${flags.subscription} to ${flags.topic} once more?`;
  if (!(await confirm(question, flags))) return print('Nothing was changed.');
  await withQueue(flags.subscription, async (queue, pubsub) => {
    const topic = pubsub.topic(flags.topic);
    const result = await replayDeadLetters(queue, {
      beforeMs: systemClock.nowMs(),
      publish: (message) => topic.publishMessage(message),
    });
    if (flags.json === true) return print(JSON.stringify(result));
    print(`${result.replayed} messages were sent once more.`);
    if (result.truncated > 0)
      print(`${result.truncated} stay: their bodies were cut when they were put aside.`);
  });
}

async function withQueue(
  name: string,
  use: (queue: DeadLetterQueue, pubsub: PubSub) => Promise<void>,
): Promise<void> {
  const config = loadCommandConfig();
  const { emulatorHost } = config.pubsub;
  const { deadLetterPullTimeoutMs: pullTimeoutMs } = DEFAULTS.pubsub;
  await withResources(async (resources) => {
    const target = { project: config.bigtable.project, emulatorHost };
    const pubsub = resources.add(await openPubSub(target), (each) => each.close());
    const client = resources.add(await openSubscriberClient(pubsub), (each) => each.close());
    await use({ client, subscription: fullSubscriptionName(pubsub, name), pullTimeoutMs }, pubsub);
  }).catch((error: Error) => {
    throw toPubsubError(error);
  });
}

function table(messages: readonly DeadLetterMessage[]): string {
  const rows = messages.map(({ attributes, publishTimeMs, data }) => [
    new Date(publishTimeMs).toISOString(),
    attributes.reason ?? '',
    attributes.field ?? '',
    String(data.length),
    attributes.detail ?? '',
  ]);
  return textTable(['put aside', 'reason', 'field', 'bytes', 'detail'], rows);
}

function messageJson({ attributes, publishTimeMs, data }: DeadLetterMessage): object {
  const { reason, field, detail } = attributes;
  return {
    putAside: new Date(publishTimeMs).toISOString(),
    reason,
    field,
    detail,
    bytes: data.length,
    attributes: withoutDeadLetterAttributes(attributes),
    data: data.toString('base64'),
  };
}

import { join } from 'node:path';
import type { PubSub } from '@google-cloud/pubsub';
import { createDataClient } from '../../../src/bigtable/client/data-client';
import { passAll } from '../../../src/bigtable/read/filters';
import { createTransport } from '../../../src/bigtable/transport/create-transport';
import type { DataClient } from '../../../src/bigtable/client/types';
import { rowKey } from '../../../src/core/rows/row-key';
import { openPubSub } from '../../../src/ingest/pubsub/pubsub-client';
import { startGooglePubSub, type GooglePubSub } from '../../support/google-pubsub';
import { applySchema } from '../../support/running-app';
import { startBigtableProcess, type BigtableProcess } from '../bigtable-process';
import type { StoreName } from '../harness';
import { Child } from '../child';
import { onExit } from '../lifetimes';
import type { Endpoints, Task } from './contestants';
import { chunked, eventsOf, FAMILY, messagesOf, PROJECT, TABLE, type EventSet } from './data';
import type { RunFigures } from './worker';

const PUBLISHED_AT_ONCE = 5_000;

/** Both emulators and the contestants' processes. */
export class Stage {
  readonly #workers = new Map<string, Child>();
  #topics = 0;

  private constructor(
    readonly bigtable: BigtableProcess,
    readonly emulator: GooglePubSub,
    readonly pubsub: PubSub,
    readonly client: DataClient,
  ) {}

  static async open(store: StoreName): Promise<Stage> {
    const [bigtable, emulator] = await Promise.all([
      startBigtableProcess(store),
      startGooglePubSub({ isBenchmark: true }),
    ]);
    onExit(() => emulator.kill());
    await applySchema(bigtable.endpoint);
    const pubsub = await openPubSub({ project: PROJECT, emulatorHost: emulator.endpoint });
    const transport = createTransport({ endpoint: bigtable.endpoint, plaintext: true });
    const client = createDataClient({ transport, project: PROJECT, instance: PROJECT });
    return new Stage(bigtable, emulator, pubsub, client);
  }

  async start(name: string): Promise<void> {
    const endpoints: Endpoints = { bigtable: this.bigtable.endpoint, pubsub: this.emulator.endpoint };
    const child = new Child(join(__dirname, 'worker.ts'), { args: [name, JSON.stringify(endpoints)] });
    this.#workers.set(name, child);
    await child.ask();
  }

  /** Publishes a set's events and lets the contestant consume them; by default one event per message. */
  async run(name: string, set: EventSet, perMessage = 1): Promise<RunFigures> {
    const topic = `t-${++this.#topics}`;
    const messages = messagesOf(eventsOf(set), perMessage);
    // Who only writes needs no messages.
    if (name !== 'mutate') await this.#publish(topic, messages);
    const task: Task = { subscription: `${topic}-in`, set, messages: messages.length };
    return this.#workers.get(name)!.ask<RunFigures>(task);
  }

  /** `qualifier@timestamp=value` of all event cells of a user. */
  async cellsOf(userId: string): Promise<string[]> {
    const row = await this.client.readRow({ table: TABLE, key: rowKey(userId), filter: passAll() });
    return (row?.cells ?? [])
      .filter(({ family }) => family === FAMILY)
      .map(
        ({ qualifier, timestampMicros, value }) =>
          `${qualifier.toString('hex')}@${timestampMicros}=${value.toString('hex')}`,
      )
      .sort();
  }

  async close(): Promise<void> {
    for (const child of this.#workers.values()) await child.stop();
    await this.pubsub.close();
    await this.client.close();
    await Promise.all([this.bigtable.stop(), this.emulator.stop()]);
  }

  async #publish(
    name: string,
    messages: readonly { readonly data: Buffer; readonly attributes: Record<string, string> }[],
  ): Promise<void> {
    const [topic] = await this.pubsub.createTopic(name);
    await topic.createSubscription(`${name}-in`, { ackDeadlineSeconds: 60 });
    for (const some of chunked(messages, PUBLISHED_AT_ONCE)) {
      await Promise.all(some.map((message) => topic.publishMessage(message)));
    }
  }
}

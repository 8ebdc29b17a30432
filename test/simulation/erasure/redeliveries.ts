/** Processes that deliver old data again: imports of files, and replays of dead letters. */
import {
  deadLetterMessage,
  withoutDeadLetterAttributes,
} from '../../../src/ingest/dead-letters/dead-letter-topic';
import { CONSENT_ATTRIBUTE } from '../../../src/ingest/pubsub/consent';
import type { MessageDelivery } from '../../../src/ingest/pubsub/message-delivery';
import { TidemarkError } from '../../../src/errors';
import { loadSchema } from '../../../src/codec/declarations/schema-registry';
import { AD_ACTION } from '../../support/events';
import { isExpected } from '../residency/expected';
import { REGIONS } from '../residency/world';
import type { ObjectVersion, SentEvent } from './history';
import { ImporterProcess } from './importer-process';
import { violated, type SessionContext } from './session-context';
import { USERS, type User } from './world';

/** A message of a topic. */
interface Message {
  readonly sent: SentEvent;
  readonly data: Buffer;
  readonly attributes: Readonly<Record<string, string>>;
  readonly publishTimeMs: number;
}

const CODEC = loadSchema().eventCodec(AD_ACTION);
/** Largest number of events, and of objects, in one file. */
const EVENTS_MAX = 25;
const OBJECTS_MAX = 10;
/** Times after which a process dies, in milliseconds, at whatever step it is. */
const LIVES_MS = [400, 10_000, 10_000, 10_000];
/** Rate of messages that state a consent, and so are not dead-lettered. */
const STATED_RATE = 0.3;
/** Rate of dead letters that stay in their topic after a replay, as when the topic is read again. */
const KEPT_RATE = 0.3;
const REPLICATION_POLL_MS = 100;
/** Longest time by which a version that a file names is ahead of the time, and before an erasure, in milliseconds. */
const AHEAD_MS_MAX = 5_000;
const FAR_AHEAD_MS_MAX = 120_000;

/** Files of all that was ever sent, and the dead letters of a subscription. */
export class Redeliveries {
  readonly #context: SessionContext;
  #letters: Message[] = [];

  constructor(context: SessionContext) {
    this.#context = context;
  }

  /** Imports a log of events that were sent at any time before. */
  async importEvents(): Promise<void> {
    const { dice, history } = this.#context;
    await this.importLog(dice.several(history.events, EVENTS_MAX));
  }

  async importLog(log: readonly SentEvent[], region = this.#context.dice.pick(REGIONS)): Promise<void> {
    const { tally } = this.#context;
    if (log.length === 0) return;
    await this.#run('imports of events', region, async (process) => {
      const { status, rejected } = await process.importEvents(log.map(({ event }) => event));
      if (status !== 'complete' || rejected > 0) return tally.count(`imports of events ${status}`);
      tally.count('events imported', log.length);
      this.#onceReplicated(() => {
        for (const sent of log) sent.isAcked = true;
      });
    });
  }

  /**
   * Loads a file of objects that were acknowledged at any time before, with their versions, and of one that is new, whose
   * version is ahead of all clocks where callers name such versions.
   */
  async loadObjects(): Promise<void> {
    const { dice, history, namedRate } = this.#context;
    const acked = [...history.objects.values()].filter(({ versionMs }) => versionMs !== undefined);
    const file: ObjectVersion[] = dice
      .several(acked, OBJECTS_MAX)
      .map((sent) => ({ sent, versionMs: sent.versionMs! }));
    if (dice.chance(2 * namedRate)) {
      file.push(this.#aheadOfClocks(dice.pick(USERS), AHEAD_MS_MAX));
    }
    await this.#load(file);
  }

  /** Loads one new object of the user, whose version is ahead of all clocks. */
  async loadAhead(user: User): Promise<void> {
    await this.#load([this.#aheadOfClocks(user, FAR_AHEAD_MS_MAX)]);
  }

  #aheadOfClocks(user: User, withinMs: number): ObjectVersion {
    const { dice, history, world } = this.#context;
    const sent = history.newObject(user, 'loaded');
    sent.mayBeGone = true;
    const versionMs = world.clock.nowMs() + dice.below(withinMs);
    history.named(user, versionMs);
    return { sent, versionMs };
  }

  async #load(file: readonly ObjectVersion[]): Promise<void> {
    const { dice, tally, world } = this.#context;
    if (file.length === 0) return;
    await this.#run('loads of objects', dice.pick(REGIONS), async (process) => {
      const outcomes = await process.loadObjects(file);
      outcomes.forEach((outcome, index) => {
        tally.count(outcome === undefined ? 'objects loaded' : `objects to load: ${outcome.code}`);
        if (outcome !== undefined && outcome.code !== 'version_conflict') throw outcome;
        const { sent } = file[index]!;
        if (outcome === undefined && sent.ackedMs === undefined) sent.batchAckedMs ??= world.clock.nowMs();
      });
    });
  }

  /** Imports all decisions whose times users have stated. */
  async importConsent(): Promise<void> {
    const { consents, dice, fleet, tally } = this.#context;
    const records = consents.stated();
    if (records.length === 0) return;
    await this.#run('imports of decisions', dice.pick(REGIONS), async (process) => {
      const { recorded, rejected } = await process.importConsent(records, fleet.process().consent);
      tally.count('decisions imported', recorded);
      if (rejected > 0) violated(this.#context, `an import rejected ${rejected} decisions`);
    });
  }

  /** Publishes an event to a consumer. Most messages state no consent, and are dead-lettered. */
  async publish(sent: SentEvent): Promise<void> {
    const { dice, world } = this.#context;
    const attributes: Record<string, string> = dice.chance(STATED_RATE)
      ? { [CONSENT_ATTRIBUTE]: AD_ACTION.purpose }
      : {};
    const data = CODEC.toProtobuf(sent.event);
    const message = { sent, data, attributes, publishTimeMs: world.clock.nowMs() };
    await this.#consume('messages', [message], true);
  }

  /** Replays the dead letters to a consumer that requires no consent. */
  async replayDeadLetters(): Promise<void> {
    const { dice } = this.#context;
    const letters = dice.several(this.#letters, EVENTS_MAX);
    const left = new Set(letters.filter(() => !dice.chance(KEPT_RATE)));
    this.#letters = this.#letters.filter((each) => !left.has(each));
    if (letters.length > 0) await this.#consume('dead letters', letters, false);
  }

  /** Delivers everything again, without trouble. */
  async everything(): Promise<void> {
    await this.replayDeadLetters();
    await this.importEvents();
    await this.loadObjects();
    await this.importConsent();
  }

  async #consume(what: string, messages: readonly Message[], requiresConsent: boolean): Promise<void> {
    const { dice, tally } = this.#context;
    await this.#run(what, dice.pick(REGIONS), async (process) => {
      const dead = new Set<Buffer>();
      const consumer = process.consumer({
        requiresConsent,
        deadLetter: (letter) => {
          const { data, attributes } = deadLetterMessage(letter);
          const of = messages.find((each) => each.data === letter.delivery.data)!;
          this.#letters.push({ ...of, data, attributes: withoutDeadLetterAttributes(attributes) });
          dead.add(data);
        },
      });
      const ended = messages.map(
        (message) =>
          new Promise<void>((resolve) =>
            consumer.handle(
              this.#delivery(message, (isAcked) => {
                if (!isAcked) this.#letters.push(message);
                else if (!dead.has(message.data)) message.sent.isAcked = true;
                tally.count(`${what} ${isAcked ? 'acknowledged' : 'handed back'}`);
                resolve();
              }),
            ),
          ),
      );
      consumer.close();
      await Promise.all(ended);
      await consumer.drain();
    });
  }

  /** Runs the task when all that was acknowledged is in every cluster: strict reads do not cover batch clusters. */
  #onceReplicated(task: () => void): void {
    const { world } = this.#context;
    const version = world.latestVersion;
    const check = (): void => {
      if (world.isReplicatedAmongUsers(version)) task();
      else world.clock.schedule(REPLICATION_POLL_MS, check);
    };
    check();
  }

  #delivery(
    { data, attributes, publishTimeMs }: Message,
    onEnd: (isAcked: boolean) => void,
  ): MessageDelivery {
    return { data, attributes, publishTimeMs, ack: () => onEnd(true), nack: () => onEnd(false) };
  }

  /** Runs a process until it is done or dies. */
  async #run(
    what: string,
    region: (typeof REGIONS)[number],
    run: (process: ImporterProcess) => Promise<void>,
  ): Promise<void> {
    const { fleet, world, dice, tally } = this.#context;
    const process = new ImporterProcess(fleet.newMachine(region));
    let isKilled = false;
    let die!: (reason: Error) => void;
    const died = new Promise<never>((_, reject) => (die = reject));
    died.catch(() => undefined);
    const cancel = world.clock.schedule(dice.pick(LIVES_MS), () => {
      isKilled = true;
      void process.kill();
      die(new TidemarkError('draining', 'the process died'));
    });
    try {
      await Promise.race([run(process), died]);
      tally.count(`${what} complete`);
    } catch (error) {
      tally.count(`${what} that failed`);
      if (!isKilled && !isExpected(error))
        violated(this.#context, `${what} failed: ${(error as Error).stack}`);
    }
    cancel();
    if (!isKilled) await process.kill();
  }
}

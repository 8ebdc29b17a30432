/** Publishes events for `tidemark consume`. The types of the client check them; Pub/Sub batches, retries and orders them. */
import type { Topic } from '@google-cloud/pubsub';
import type { DefaultSchema, Event } from 'tidemark/client';

type AdEvent = Event<DefaultSchema, 'ad_action'>;

/** Part of a topic that the producer uses. Create the topic with `messageOrdering` off: events need no order. */
export type EventTopic = Pick<Topic, 'publishMessage'>;

export class EventProducer {
  readonly #topic: EventTopic;
  readonly #purposes: readonly string[];

  /** `purposes` are those that the users of all events have granted: `tidemark consume --require-consent` checks them. */
  constructor(topic: EventTopic, purposes: readonly string[] = ['ads_measurement']) {
    this.#topic = topic;
    this.#purposes = purposes;
  }

  /**
   * Publishes events in one message, and returns its id once Pub/Sub has stored it. Publish again after a failure: an event
   * that arrives twice counts once, since its dimensions identify it.
   */
  async publish(events: readonly AdEvent[]): Promise<string> {
    return this.#topic.publishMessage({
      json: { dataType: 'ad_action', events },
      attributes: { 'content-type': 'application/json', consent: this.#purposes.join(',') },
    });
  }
}

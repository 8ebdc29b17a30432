import type { Jurisdiction } from '../../../core/residency/placement-rules';
import { maxOf } from '../../../core/shared/lists';
import type { CallOptions } from '../../../bigtable/client/types';
import { checkOrReason, type ResidencyCheck } from './residency-check';

/** Pub/Sub topic. */
export interface TopicState {
  /** Regions in which its messages may be stored; undefined without a message storage policy: all regions. */
  readonly regions: readonly string[] | undefined;
  /** Retention of messages for later subscribers, in milliseconds; 0 if there is none. */
  readonly retentionMs: number;
}

/** Pub/Sub subscription. */
export interface SubscriptionState {
  /** Full name of its topic. */
  readonly topic: string;
  /** Full name of the topic for messages that Pub/Sub gave up delivering. */
  readonly deadLetterTopic: string | undefined;
  /** Retention of messages, in milliseconds. */
  readonly retentionMs: number;
}

/** Reads topics and subscriptions by their full names. Throws `TidemarkError`s only. */
export interface TopicAdmin {
  topic(name: string, call: CallOptions): Promise<TopicState>;
  subscription(name: string, call: CallOptions): Promise<SubscriptionState>;
}

/** A subscription that carries data of a jurisdiction's users. */
export interface PlacedSubscription {
  readonly jurisdiction: Jurisdiction;
  /** Full name. */
  readonly subscription: string;
}

export interface TopicsOfSubscription {
  readonly checks: readonly ResidencyCheck[];
  /** Longest retention of its messages anywhere, in milliseconds; undefined if it is not known. */
  readonly retentionMs: number | undefined;
}

/**
 * Compares the message storage policies of a subscription's topic, and of its dead-letter topic, with the jurisdiction.
 * Pub/Sub stores a message in any region if its topic has no such policy.
 */
export async function checkTopics(
  { jurisdiction, subscription }: PlacedSubscription,
  admin: TopicAdmin,
  call: CallOptions,
): Promise<TopicsOfSubscription> {
  let retentionMs: number | undefined;
  const of = { check: 'topics', resource: subscription } as const;
  const checks = await checkOrReason(of, call, async () => {
    const state = await admin.subscription(subscription, call);
    const names = [state.topic, state.deadLetterTopic].filter((name) => name !== undefined);
    const checked = await Promise.all(names.map((name) => checkTopic(name, jurisdiction, { admin, call })));
    const known = checked.flatMap((each) => each.retentionMs ?? []);
    if (known.length === names.length) retentionMs = maxOf([state.retentionMs, ...known]);
    return checked.flatMap((each) => each.checks);
  });
  return { checks, retentionMs };
}

async function checkTopic(
  name: string,
  jurisdiction: Jurisdiction,
  { admin, call }: { readonly admin: TopicAdmin; readonly call: CallOptions },
): Promise<TopicsOfSubscription> {
  let retentionMs: number | undefined;
  const of = { check: 'topics', resource: name } as const;
  const checks = await checkOrReason(of, call, async (): Promise<readonly ResidencyCheck[]> => {
    const topic = await admin.topic(name, call);
    retentionMs = topic.retentionMs;
    const outside = topic.regions?.filter((region) => !jurisdiction.regions.includes(region)) ?? [];
    if (topic.regions === undefined)
      return [
        { ...of, outcome: 'violation', detail: 'it has no message storage policy: any region may store it' },
      ];
    if (outside.length === 0)
      return [{ ...of, outcome: 'ok', detail: `stored in ${topic.regions.join(', ')}` }];
    const detail = `it may be stored in ${outside.join(', ')}, outside of "${jurisdiction.name}"`;
    return [{ ...of, outcome: 'violation', detail }];
  });
  return { checks, retentionMs };
}

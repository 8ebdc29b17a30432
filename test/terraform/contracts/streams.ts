/** Contracts about Pub/Sub: no message is lost, and only the required members publish and consume. */
import { blocks, differences, jurisdictionLabelOf, ofType, sorted, textOf, textsOf } from './deployment';
import type { Contract, Deployment, Resource, Values } from './deployment';

const subscriptionsOf = (deployment: Deployment): readonly Resource[] =>
  ofType(deployment, 'google_pubsub_subscription');

const deadLetterTopicOf = (values: Values): string =>
  textOf(blocks(values, 'dead_letter_policy')[0], 'dead_letter_topic');

/** Topics that dead letters go to. */
function deadLetterTopics(deployment: Deployment): ReadonlySet<string> {
  return new Set(
    subscriptionsOf(deployment)
      .map(({ values }) => deadLetterTopicOf(values))
      .filter(Boolean),
  );
}

/** Those that have what others could not process are the end of the line. */
export const subscriptionsHaveDeadLetters: Contract = (deployment) => {
  const ends = deadLetterTopics(deployment);
  return subscriptionsOf(deployment)
    .filter(({ values }) => deadLetterTopicOf(values) === '' && !ends.has(textOf(values, 'topic')))
    .map(({ address }) => `${address}: no dead_letter_policy`);
};

/** Messages published to a topic without a subscription are lost. */
export const deadLettersAreRetained: Contract = (deployment) => {
  const kept = subscriptionsOf(deployment).map(({ values }) => textOf(values, 'topic'));
  const made = ofType(deployment, 'google_pubsub_topic').map(({ values }) => textOf(values, 'id'));
  return [...deadLetterTopics(deployment)].flatMap((topic) => [
    ...(made.includes(topic) ? [] : [`${topic}: a dead-letter topic that is not made`]),
    ...(kept.includes(topic) ? [] : [`${topic}: a dead-letter topic without a subscription`]),
  ]);
};

/** Messages of one environment and jurisdiction are stored and encrypted alike; a topic that differs was overlooked. */
export const topicsAreStoredAlike: Contract = (deployment) => {
  const topics = ofType(deployment, 'google_pubsub_topic').map(({ address, values }) => {
    const [policy] = blocks(values, 'message_storage_policy');
    const regions =
      policy === undefined ? 'any region' : sorted(textsOf(policy, 'allowed_persistence_regions'));
    const place = `${regions}, key ${textOf(values, 'kms_key_name') || "of Google's"}`;
    return { address, place, jurisdiction: jurisdictionLabelOf(values) };
  });
  return topics.flatMap(({ address, place, jurisdiction }) => {
    const first = topics.find((each) => each.jurisdiction === jurisdiction);
    return place === first?.place
      ? []
      : [`${address}: is stored in ${place}; others in ${first?.place ?? ''}`];
  });
};

export const subscriptionsRetryAndStay: Contract = (deployment) =>
  subscriptionsOf(deployment).flatMap(({ address, values }) => [
    ...(blocks(values, 'retry_policy').length === 0 ? [`${address}: no retry_policy`] : []),
    ...(blocks(values, 'expiration_policy').some(({ ttl }) => ttl === '')
      ? []
      : [`${address}: expires when it is unused; expiration_policy { ttl = "" } keeps it`]),
  ]);

/** Events are published again when the store was away for longer than a subscription keeps them. */
export const topicsRetainMessages: Contract = (deployment) => {
  const ends = deadLetterTopics(deployment);
  const read = new Set(subscriptionsOf(deployment).map(({ values }) => textOf(values, 'topic')));
  return ofType(deployment, 'google_pubsub_topic')
    .filter(({ values }) => read.has(textOf(values, 'id')) && !ends.has(textOf(values, 'id')))
    .filter(({ values }) => textOf(values, 'message_retention_duration') === '')
    .map(({ address }) => `${address}: keeps no messages for a replay`);
};

/** Only Pub/Sub itself and the consumers may dead-letter messages; Pub/Sub must also be able to acknowledge them. */
export const deadLettersComeFromConsumersOnly: Contract = (deployment) => {
  const grants = grantsOf(deployment);
  return subscriptionsOf(deployment).flatMap(({ address, values }) => {
    const topic = deadLetterTopicOf(values);
    if (topic === '') return [];
    const publishers = grants
      .filter((grant) => grant.of === shortName(topic) && grant.role === 'roles/pubsub.publisher')
      .map(({ member }) => whoIs(member));
    const takers = grants
      .filter((grant) => grant.of === textOf(values, 'name') && grant.role === 'roles/pubsub.subscriber')
      .map(({ member }) => whoIs(member));
    const tell = (what: string) => ({
      missing: (who: string) => `${address}: ${who} may not ${what}`,
      superfluous: (who: string) => `${address}: ${who} may ${what}, and shouldn't`,
    });
    return [
      ...differences(['Pub/Sub', 'consumer'], publishers, tell(`publish to ${shortName(topic)}`)),
      ...differences(['Pub/Sub', 'consumer'], takers, tell('consume it')),
    ];
  });
};

interface Grant {
  /** Short name of the topic or subscription. */
  readonly of: string;
  readonly role: string;
  readonly member: string;
}

function grantsOf(deployment: Deployment): readonly Grant[] {
  return ofType(deployment, 'google_pubsub_topic_iam_member', 'google_pubsub_subscription_iam_member').map(
    ({ values }) => ({
      of: shortName(textOf(values, 'topic') || textOf(values, 'subscription')),
      role: textOf(values, 'role'),
      member: textOf(values, 'member'),
    }),
  );
}

const shortName = (name: string): string => name.slice(name.lastIndexOf('/') + 1);

/** `consumer` for `serviceAccount:tidemark-prod-consumer@…`. */
function whoIs(member: string): string {
  if (/^serviceAccount:service-\d+@gcp-sa-pubsub\.iam\.gserviceaccount\.com$/.test(member)) return 'Pub/Sub';
  return /^serviceAccount:tidemark-[a-z0-9]+-([a-z]+)@/.exec(member)?.[1] ?? member;
}

/** Producers and BigQuery see what the proto files declare. */
export const eventTypesHaveSchemas: Contract = (deployment) =>
  differences(
    Object.values(deployment.schema.event_types).map(({ definition }) => definition),
    ofType(deployment, 'google_pubsub_schema').map(({ values }) => textOf(values, 'definition')),
    {
      missing: (definition) => `no google_pubsub_schema has the definition of ${firstLine(definition)}`,
      superfluous: (definition) =>
        `google_pubsub_schema: not a definition that the schema has: ${firstLine(definition)}`,
    },
  );

const firstLine = (text: string): string => text.split('\n')[0] ?? '';

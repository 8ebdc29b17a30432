/** Pub/Sub: names and limits of https://cloud.google.com/pubsub/quotas and of the API's reference. */
import protobuf from 'protobufjs';
import { atMostOne, check, problem, rules, seconds, secondsOf, text, whole, within } from './rule';
import type { Rule } from './rule';
import { blocksOf } from '../values';
import type { ObjectValue } from '../values';

const DAY_SECONDS = 86_400;
const MINUTE_SECONDS = 60;
const DEFINITION_BYTES_MAX = 300 * 1024;

const name = rules(
  text(
    'name',
    /^[A-Za-z][-A-Za-z0-9_.~+%]{2,254}$/,
    '3 to 255 letters, digits, and "-_.~+%", a letter first',
  ),
  check('name', (value) =>
    typeof value === 'string' && value.startsWith('goog') ? 'must not begin with goog' : undefined,
  ),
);

const topic = rules(
  name,
  seconds('message_retention_duration', 10 * MINUTE_SECONDS, 31 * DAY_SECONDS),
  within('schema_settings', text('schema', /^projects\/[^/]+\/schemas\/[^/]+$/, 'projects/…/schemas/…')),
);

/** One top-level type and no imports: https://cloud.google.com/pubsub/docs/schemas. */
const definition: Rule = check('definition', (value, { type }) => {
  if (typeof value !== 'string') return undefined;
  if (Buffer.byteLength(value) > DEFINITION_BYTES_MAX)
    return `must have at most ${DEFINITION_BYTES_MAX} bytes`;
  return type === 'PROTOCOL_BUFFER' ? wrongProto(value) : undefined;
});

function wrongProto(text: string): string | undefined {
  try {
    const { imports, root } = protobuf.parse(text);
    if (imports !== undefined && imports.length > 0) return 'must not import anything';
    root.resolveAll();
    const types = topLevel(root);
    return types.length === 1 ? undefined : `must have one top-level type, not ${types.length}`;
  } catch (error) {
    return `must be a proto file (${(error as Error).message})`;
  }
}

function topLevel(namespace: protobuf.NamespaceBase): protobuf.ReflectionObject[] {
  return namespace.nestedArray.flatMap((child) =>
    child instanceof protobuf.Namespace && !(child instanceof protobuf.Type) ? topLevel(child) : [child],
  );
}

/** Unused subscriptions are deleted after this time; an empty string means never. */
const expiration = check('ttl', (value) => {
  if (typeof value !== 'string' || value === '') return undefined;
  return (secondsOf(value) ?? 0) < DAY_SECONDS ? 'must be a day at least, or empty for never' : undefined;
});

const backoffs: Rule = (subscription: ObjectValue) =>
  blocksOf(subscription['retry_policy']).flatMap(({ minimum_backoff: min, maximum_backoff: max }) => {
    const [low, high] = [min, max].map((each) => (typeof each === 'string' ? secondsOf(each) : undefined));
    return low !== undefined && high !== undefined && low > high
      ? [problem('retry_policy', 'minimum_backoff must be at most maximum_backoff')]
      : [];
  });

const FILTER_TOKEN =
  /^(\s+|\(|\)|AND\b|OR\b|NOT\b|-|hasPrefix\(\s*attributes\.[\w-]+\s*,\s*"(?:[^"\\]|\\.)*"\s*\)|attributes:("(?:[^"\\]|\\.)*"|[\w-]+)|attributes\.("(?:[^"\\]|\\.)*"|[\w-]+)\s*(=|!=)\s*"(?:[^"\\]|\\.)*")/;

/** Attributes only, compared with texts in double quotes: https://cloud.google.com/pubsub/docs/subscription-message-filter. */
const filter = check('filter', (value) => {
  if (typeof value !== 'string') return undefined;
  if (Buffer.byteLength(value) > 256) return 'must have at most 256 bytes';
  let rest = value;
  for (let token = FILTER_TOKEN.exec(rest); token; token = FILTER_TOKEN.exec(rest))
    rest = rest.slice(token[0].length);
  return rest === '' ? undefined : `can't be read from ${JSON.stringify(rest.slice(0, 30))} on`;
});

const subscription = rules(
  name,
  whole('ack_deadline_seconds', 10, 600),
  seconds('message_retention_duration', 10 * MINUTE_SECONDS, 31 * DAY_SECONDS),
  within('expiration_policy', expiration),
  within('retry_policy', seconds('minimum_backoff', 0, 600), seconds('maximum_backoff', 0, 600)),
  backoffs,
  within(
    'dead_letter_policy',
    whole('max_delivery_attempts', 5, 100),
    text('dead_letter_topic', /^projects\/[^/]+\/topics\/[^/]+$/, 'a full name: projects/…/topics/…'),
  ),
  filter,
  atMostOne('push_config', 'bigquery_config', 'cloud_storage_config'),
  atMostOne('push_config', 'enable_exactly_once_delivery'),
);

export const PUBSUB: Readonly<Record<string, Rule>> = {
  google_pubsub_schema: rules(name, definition),
  google_pubsub_subscription: subscription,
  google_pubsub_topic: topic,
};

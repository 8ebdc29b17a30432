import { deadLetterMessage } from '../../../../src/ingest/dead-letters/dead-letter-topic';
import type { Attributes, MessageDelivery } from '../../../../src/ingest/pubsub/message-delivery';
import {
  FIRST_PUBLISHED_ATTRIBUTE,
  firstPublishedMs,
  withFirstPublished,
} from '../../../../src/ingest/pubsub/first-published';
import { invalidArgument } from '../../../../src/errors';

const PUBLISHED_MS = 1_795_000_000_000;

function delivery(attributes: Attributes = {}): MessageDelivery {
  const settle = (): void => undefined;
  return { data: Buffer.alloc(0), attributes, publishTimeMs: PUBLISHED_MS, ack: settle, nack: settle };
}

const first = (attribute: string): number =>
  firstPublishedMs(delivery({ [FIRST_PUBLISHED_ATTRIBUTE]: attribute }));

describe('The first publication of a message', () => {
  it('it is the time set by the filter that forwarded the message', () => {
    expect(first(String(PUBLISHED_MS - 5_000))).toBe(PUBLISHED_MS - 5_000);
    expect(firstPublishedMs(delivery())).toBe(PUBLISHED_MS);
  });

  it.each(['', 'yesterday', '-1', '1e12', '17950000000000000', ' 1', String(PUBLISHED_MS + 1)])(
    'it is the time of publication when the attribute is "%s"',
    (attribute) => expect(first(attribute)).toBe(PUBLISHED_MS),
  );

  it('it is added to the other attributes', () => {
    expect(withFirstPublished(delivery({ kind: 'ad' }))).toEqual({
      kind: 'ad',
      [FIRST_PUBLISHED_ATTRIBUTE]: String(PUBLISHED_MS),
    });
  });

  it('it is omitted when there is no room for another attribute, and replaced when present', () => {
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`a${i}`, '']));
    expect(withFirstPublished(delivery(many))).toBe(many);
    const others = Object.fromEntries(Object.entries(many).slice(1));
    const all = { ...others, [FIRST_PUBLISHED_ATTRIBUTE]: '1' };
    expect(withFirstPublished(delivery(all))).toEqual({
      ...others,
      [FIRST_PUBLISHED_ATTRIBUTE]: String(PUBLISHED_MS),
    });
  });

  it('dead letters omit it, because a replay publishes the message anew', () => {
    const letter = {
      delivery: delivery({ kind: 'ad', [FIRST_PUBLISHED_ATTRIBUTE]: '1' }),
      error: invalidArgument('a', 'b'),
    };
    expect(deadLetterMessage(letter).attributes).toEqual({
      kind: 'ad',
      reason: 'invalid_argument',
      field: 'a',
      detail: 'b',
    });
  });
});

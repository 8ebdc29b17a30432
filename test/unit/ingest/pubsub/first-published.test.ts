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

const first = (told: string): number => firstPublishedMs(delivery({ [FIRST_PUBLISHED_ATTRIBUTE]: told }));

describe('the first publication of a message', () => {
  it('is what the filter says that passed it on', () => {
    expect(first(String(PUBLISHED_MS - 5_000))).toBe(PUBLISHED_MS - 5_000);
    expect(firstPublishedMs(delivery())).toBe(PUBLISHED_MS);
  });

  it.each(['', 'yesterday', '-1', '1e12', '17950000000000000', ' 1', String(PUBLISHED_MS + 1)])(
    'is its publication where "%s" is said',
    (told) => expect(first(told)).toBe(PUBLISHED_MS),
  );

  it('is written beside the other attributes', () => {
    expect(withFirstPublished(delivery({ kind: 'ad' }))).toEqual({
      kind: 'ad',
      [FIRST_PUBLISHED_ATTRIBUTE]: String(PUBLISHED_MS),
    });
  });

  it('is left out where Pub/Sub takes no further attribute, and replaced where it is there', () => {
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`a${i}`, '']));
    expect(withFirstPublished(delivery(many))).toBe(many);
    const others = Object.fromEntries(Object.entries(many).slice(1));
    const all = { ...others, [FIRST_PUBLISHED_ATTRIBUTE]: '1' };
    expect(withFirstPublished(delivery(all))).toEqual({
      ...others,
      [FIRST_PUBLISHED_ATTRIBUTE]: String(PUBLISHED_MS),
    });
  });

  it('is forgotten by dead letters: who sends one again publishes it anew', () => {
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

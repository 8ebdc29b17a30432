import { TidemarkError } from '../../../../src/errors';
import {
  deadLetterMessage,
  withoutDeadLetterAttributes,
} from '../../../../src/ingest/dead-letters/dead-letter-topic';

/** Pub/Sub's limits: https://cloud.google.com/pubsub/quotas#resource_limits */
const MESSAGE_BYTES_MAX = 10_000_000;
const VALUE_BYTES_MAX = 1_024;
const ATTRIBUTES_MAX = 100;

const letter = (bytes: number, attributes: Record<string, string> = {}, text = 'is bad') => ({
  delivery: { data: Buffer.alloc(bytes, 'x'), attributes },
  error: new TidemarkError('invalid_argument', text, { field: 'adId' }),
});

describe('A dead letter', () => {
  it('it is the original message with its reason', () => {
    const { data, attributes } = deadLetterMessage(letter(3, { trace: 't', reason: 'theirs' }));
    expect(data.toString()).toBe('xxx');
    const why = { reason: 'invalid_argument', field: 'adId', detail: 'is bad' };
    expect(attributes).toEqual({ trace: 't', 'original-reason': 'theirs', ...why });
    expect(withoutDeadLetterAttributes(attributes)).toEqual({ trace: 't', reason: 'theirs' });
  });

  it("it fits into Pub/Sub's limits, however large the message was", () => {
    const many: Record<string, string> = {};
    for (let i = 1; i < ATTRIBUTES_MAX - 1; i++) many[`${i}`.padEnd(256, 'n')] = 'v'.repeat(VALUE_BYTES_MAX);
    many['content-type'] = 'application/json';
    many['tidemark-access-location'] = 'DE';
    const { data, attributes } = deadLetterMessage(letter(MESSAGE_BYTES_MAX, many, '😀'.repeat(2_000)));
    const sizes = Object.entries(attributes).map(([name, value]) => name.length + Buffer.byteLength(value));
    const bytes = sizes.reduce((sum, size) => sum + size + 16, data.length);
    expect(bytes).toBeLessThan(MESSAGE_BYTES_MAX);
    expect(sizes.length).toBeLessThanOrEqual(ATTRIBUTES_MAX);
    for (const value of Object.values(attributes)) {
      expect(Buffer.byteLength(value)).toBeLessThanOrEqual(VALUE_BYTES_MAX);
    }
    expect(attributes).toMatchObject({ reason: 'invalid_argument', 'content-type': 'application/json' });
    expect(attributes).toMatchObject({ 'tidemark-access-location': 'DE' });
    expect(attributes).toMatchObject({ truncatedFrom: `${MESSAGE_BYTES_MAX}` });
  });
});

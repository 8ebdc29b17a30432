import { positionCodec } from '../../../../../src/operations/pipelines/full-pass/position-codec';
import { tidemarkError } from '../../../../support/tidemark-error';

const secret = Buffer.alloc(32, 1);
const key = Buffer.from('7f#user-1');

describe('the position of a run', () => {
  it('is the key of a row, as text', () => {
    const codec = positionCodec(undefined);
    expect(codec.decode(codec.encode(key))).toEqual(key);
  });

  it('does not show the key of a placed object', () => {
    const codec = positionCodec(secret);
    const text = codec.encode(key);
    expect(codec.decode(text)).toEqual(key);
    expect(Buffer.from(text.slice(1), 'base64').toString('latin1')).not.toContain('user-1');
    expect(codec.encode(key)).not.toBe(text);
  });

  it('cannot be read with another secret, or without one', () => {
    const text = positionCodec(secret).encode(key);
    for (const other of [positionCodec(Buffer.alloc(32, 2)), positionCodec(undefined)])
      expect(() => other.decode(text)).toThrow(tidemarkError('data_corrupted'));
    expect(() => positionCodec(secret).decode(positionCodec(undefined).encode(key))).toThrow(
      tidemarkError('data_corrupted'),
    );
  });
});

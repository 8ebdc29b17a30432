import {
  tokenKeyFingerprint,
  formatTokenKeys,
  nextKeyId,
  withKey,
  withoutKey,
  withSigner,
} from '../../../../src/core/tokens/token-key-changes';
import {
  parseTokenKeys,
  TOKEN_KEYS_MAX,
  type TokenKey,
  type TokenKeys,
} from '../../../../src/core/tokens/token-keys';
import { tidemarkError } from '../../../support/tidemark-error';

const keyOf = (id: number): TokenKey => ({ id, secret: Buffer.alloc(32, id) });
const keysOf = (first: number, ...others: number[]): TokenKeys => [keyOf(first), ...others.map(keyOf)];
const ids = (keys: TokenKeys): readonly number[] => keys.map(({ id }) => id);

describe('a change of token keys', () => {
  it('is parsed as it was formatted', () => {
    expect(parseTokenKeys(formatTokenKeys(keysOf(7, 0, 255)), 'keys')).toEqual(keysOf(7, 0, 255));
  });

  it('adds a key that does not sign yet', () => {
    expect(ids(withKey(keysOf(1), keyOf(2)))).toEqual([1, 2]);
    expect(() => withKey(keysOf(1, 2), keyOf(2))).toThrow(tidemarkError('invalid_argument', 'id'));
  });

  it('does not add more keys than the maximum', () => {
    const all = Array.from({ length: TOKEN_KEYS_MAX - 1 }, (_, index) => index + 2);
    const full = keysOf(1, ...all);
    expect(parseTokenKeys(formatTokenKeys(full), 'keys')).toHaveLength(TOKEN_KEYS_MAX);
    expect(() => withKey(full, keyOf(200))).toThrow(tidemarkError('invalid_argument', 'keys'));
    const tooMany = formatTokenKeys([...full, keyOf(200)]);
    expect(() => parseTokenKeys(tooMany, 'keys')).toThrow(tidemarkError('invalid_argument', 'keys'));
  });

  it('promotes a key, and keeps the previous signing key', () => {
    expect(ids(withSigner(keysOf(1, 2, 3), 3))).toEqual([3, 1, 2]);
    expect(ids(withSigner(keysOf(1, 2), 1))).toEqual([1, 2]);
    expect(() => withSigner(keysOf(1, 2), 3)).toThrow(tidemarkError('invalid_argument', 'id'));
  });

  it('does not remove the signing key', () => {
    expect(ids(withoutKey(keysOf(2, 1, 3), 1))).toEqual([2, 3]);
    expect(() => withoutKey(keysOf(2, 1), 2)).toThrow(tidemarkError('invalid_argument', 'id'));
    expect(() => withoutKey(keysOf(2, 1), 9)).toThrow(tidemarkError('invalid_argument', 'id'));
  });

  it.each([
    ['the next one', [1, 2], 3],
    ['the lowest that is free, where the highest is taken', [0, 1, 255], 2],
    ['0, where it is free and the highest is taken', [255], 0],
  ])('chooses an id: %s', (_what, taken, id) => {
    expect(nextKeyId(taken.map(keyOf))).toBe(id);
  });

  it('has a fingerprint that is equal for equal secrets and does not reveal them', () => {
    expect(tokenKeyFingerprint(keyOf(1))).toBe(tokenKeyFingerprint({ ...keyOf(1), id: 9 }));
    expect(tokenKeyFingerprint(keyOf(1))).not.toBe(tokenKeyFingerprint(keyOf(2)));
    expect(tokenKeyFingerprint(keyOf(1))).toMatch(/^[0-9a-f]{16}$/);
  });
});

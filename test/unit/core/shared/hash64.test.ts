import { hash128, hash128Into, hash64, hash64At } from '../../../../src/core/shared/hash64';

/** Computes SMHasher's verification value: it hashes 256 keys of growing length, then the concatenated digests. */
function smhasherVerification(): number {
  const key = Uint8Array.from({ length: 256 }, (_, i) => i);
  const digests = Array.from({ length: 256 }, (_, i) => hash128(key.subarray(0, i), 256 - i));
  return hash128(Buffer.concat(digests)).readUInt32LE(0);
}

/** Formats the digest like the reference's test programs: four words, each big-endian. */
const wordsOf = (text: string, seed = 0): string => hash128(Buffer.from(text), seed).swap32().toString('hex');

describe('MurmurHash3 x86_128', () => {
  it("returns SMHasher's published verification value", () => {
    expect(smhasherVerification()).toBe(0xb3ece62a);
  });

  it.each([
    ['', '00000000000000000000000000000000'],
    ['I will not buy this record, it is scratched.', 'a0a9683b25ac5e40d9af2895890dddf5'],
  ])('returns the published digest of %j', (text, digest) => {
    expect(wordsOf(text)).toBe(digest);
  });

  it('returns the first 64 bits as two unsigned words', () => {
    const { first, second } = hash64(Buffer.from('I will not buy this record, it is scratched.'));
    expect([first, second]).toEqual([0xa0a9683b, 0x25ac5e40]);
  });

  it('writes a truncated digest in place and hashes only the given length', () => {
    const target = Buffer.alloc(8, 0xff);
    hash128Into(Buffer.from('abcdef'), 3, { target, offset: 1, bytes: 6 });
    expect(target.subarray(1, 7)).toEqual(hash128(Buffer.from('abc')).subarray(0, 6));
    expect([target[0], target[7]]).toEqual([0xff, 0xff]);
  });

  it.each([0, 3, 16, 27, 64, 65, 200])('hashes %d bytes within a buffer like separate bytes', (length) => {
    const others = Uint8Array.from({ length: 300 }, (_, i) => i * 7);
    const alone = Uint8Array.from(others.subarray(11, 11 + length));
    expect(hash128(others.subarray(11, 11 + length))).toEqual(hash128(alone));
    expect(hash64At(new DataView(others.buffer), 11, length)).toEqual(hash64(alone));
  });
});

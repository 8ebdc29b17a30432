import { crc32 } from 'node:zlib';

/**
 * Order-independent checksum of a set of records, updated as records are added and removed. LevelDB silently drops
 * corrupted log records. If the records do not match the digest of the last commit, some are corrupted.
 */
export class Digest {
  #sum: number;
  #count: number;

  constructor(sum = 0, count = 0) {
    this.#sum = sum;
    this.#count = count;
  }

  get count(): number {
    return this.#count;
  }

  add(checksum: number): void {
    this.#sum = (this.#sum + checksum) >>> 0;
    this.#count++;
  }

  /** Removes a record, or several with the sum of their checksums. */
  remove(checksum: number, count = 1): void {
    this.#sum = (this.#sum - checksum) >>> 0;
    this.#count -= count;
  }

  /** Removes a subset. */
  subtract(part: Digest): void {
    this.#sum = (this.#sum - part.#sum) >>> 0;
    this.#count -= part.#count;
  }

  equals(other: Digest): boolean {
    return this.#sum === other.#sum && this.#count === other.#count;
  }

  encode(): Buffer {
    const bytes = Buffer.allocUnsafe(DIGEST_BYTES);
    bytes.writeUInt32BE(this.#sum, 0);
    bytes.writeUIntBE(this.#count, 4, 6);
    return bytes;
  }

  static decode(bytes: Buffer): Digest {
    if (bytes.length !== DIGEST_BYTES) throw new RangeError('a digest has the wrong length');
    return new Digest(bytes.readUInt32BE(0), bytes.readUIntBE(4, 6));
  }
}

const DIGEST_BYTES = 10;

/**
 * Returns the checksum of a record, whose key and value may be given in parts. CRCs are linear, so their sums could
 * cancel out; mixing the bits (murmur3's finaliser) prevents that.
 */
export function checksum(...parts: readonly Buffer[]): number {
  let mixed = 0;
  // zlib resets the checksum for an empty buffer without memory behind it.
  for (const part of parts) if (part.length > 0) mixed = crc32(part, mixed);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}

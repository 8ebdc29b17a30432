import { hash } from 'node:crypto';

const BLOCK_BYTES = 64;
const MAC_BYTES = 32;

/**
 * HMAC-SHA256 (RFC 2104) under one secret. It is implemented by hand because every answer is signed: creating Node's
 * own HMAC object for each text costs several times as much as hashing such a short text.
 */
export class TokenMac {
  readonly #inner: Buffer;
  readonly #outer: Buffer;

  constructor(secret: Buffer) {
    const key = secret.length > BLOCK_BYTES ? sha256(secret) : secret;
    this.#inner = padded(key, 0x36);
    this.#outer = padded(key, 0x5c);
  }

  of(text: Buffer): Buffer {
    const outer = Buffer.allocUnsafe(BLOCK_BYTES + MAC_BYTES);
    outer.set(this.#outer);
    outer.set(sha256(Buffer.concat([this.#inner, text])), BLOCK_BYTES);
    return sha256(outer);
  }
}

function sha256(bytes: Buffer): Buffer {
  return hash('sha256', bytes, 'buffer');
}

function padded(key: Buffer, pad: number): Buffer {
  const block = Buffer.alloc(BLOCK_BYTES, pad);
  for (const [at, byte] of key.entries()) block[at]! ^= byte;
  return block;
}

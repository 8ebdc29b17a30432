import { hash128Into } from '../shared/hash64';

const SEPARATOR = 0x23; // '#'
const PREFIX_BYTES = 3;
const HEX = Buffer.from('0123456789abcdef', 'latin1');
const shardByte = new Uint8Array(1);

/**
 * Returns the row key `<shard>#<object id>`. The shard is the first byte of the id's hash as two hex digits, which
 * spreads sequential ids over 256 even ranges. A shard's heartbeat rows, `<shard>!<slot>`, sort just before the
 * shard's objects.
 */
export function rowKey(objectId: string): Buffer {
  const idBytes = Buffer.byteLength(objectId, 'utf8');
  const key = Buffer.allocUnsafe(PREFIX_BYTES + idBytes);
  key.write(objectId, PREFIX_BYTES, 'utf8');
  hash128Into(key.subarray(PREFIX_BYTES), idBytes, { target: shardByte, offset: 0, bytes: 1 });
  key[0] = HEX[shardByte[0]! >>> 4]!;
  key[1] = HEX[shardByte[0]! & 15]!;
  key[2] = SEPARATOR;
  return key;
}

/**
 * Returns the id in a key made by `rowKey`, or undefined for other rows of the table, such as heartbeat rows.
 */
export function objectIdOf(key: Buffer): string | undefined {
  return isObjectRow(key) ? key.toString('utf8', PREFIX_BYTES) : undefined;
}

/** Returns the id's bytes in a key made by `rowKey`, a view of the key; undefined for other rows. */
export function objectIdBytesOf(key: Buffer): Buffer | undefined {
  return isObjectRow(key) ? key.subarray(PREFIX_BYTES) : undefined;
}

/** Returns whether the key was made by `rowKey`: that of an object, and not that of heartbeats, for example. */
export function isObjectRow(key: Uint8Array): boolean {
  return key[2] === SEPARATOR;
}

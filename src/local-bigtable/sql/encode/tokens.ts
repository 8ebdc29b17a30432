import { invalidArgumentError } from '../../grpc/rpc-error';
import { crc32c } from './crc32c';

const CHECKSUM_BYTES = 4;

/** Encodes data that clients return unchanged. The checksum detects damage, not forgery: tokens grant nothing. */
export function sealToken(contents: object): Buffer {
  const json = Buffer.from(JSON.stringify(contents));
  const checksum = Buffer.alloc(CHECKSUM_BYTES);
  checksum.writeUInt32BE(crc32c(json));
  return Buffer.concat([checksum, json]);
}

/** Decodes a token. Throws INVALID_ARGUMENT, with the name of the field, for bytes that this server has not sent. */
export function openToken(field: string, token: Uint8Array): object {
  const bytes = Buffer.from(token);
  const json = bytes.subarray(CHECKSUM_BYTES);
  if (json.length === 0 || bytes.readUInt32BE() !== crc32c(json)) {
    throw invalidArgumentError(`${field} is invalid: it must be returned unchanged`);
  }
  return JSON.parse(json.toString()) as object;
}

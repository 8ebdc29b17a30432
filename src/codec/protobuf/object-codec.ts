import { TidemarkError } from '../../errors';
import type { MessageShape } from './message-shape';
import { messageFromJson, messageToJson } from './proto-json';
import { containsWellKnownType } from './well-known-types';
import { decodeMessage } from './wire-decoder';
import { encodeMessage } from './wire-encoder';

/** Values of one DataType: JSON ⇄ serialized protobuf. */
export interface ObjectCodec {
  /** Throws `invalid_argument` with the path of what is wrong, e.g. `body.interests[1].score`. */
  fromJson(json: unknown): Buffer;
  /** Throws `malformed_body` when the bytes are not a serialized message. Fields that it does not know are fine. */
  verify(bytes: Buffer): void;
  /** In the canonical proto3 JSON mapping. Throws `internal` when the stored bytes cannot be read. */
  toJson(bytes: Buffer): unknown;
}

export function createObjectCodec(shape: MessageShape): ObjectCodec {
  const read = (bytes: Buffer): unknown => messageToJson(shape, decodeMessage(shape, bytes));
  // Of the messages on the wire, only those that have a JSON form of their own can lack one, e.g. the year 10,000.
  const verify = containsWellKnownType(shape) ? read : (bytes: Buffer) => decodeMessage(shape, bytes);
  return {
    fromJson: (json) => encodeMessage(messageFromJson(shape, json, 'body')),
    verify: (bytes) => void verify(bytes),
    toJson(bytes) {
      try {
        return read(bytes);
      } catch (cause) {
        throw new TidemarkError('internal', `A stored value is not a ${shape.name}`, { cause });
      }
    },
  };
}

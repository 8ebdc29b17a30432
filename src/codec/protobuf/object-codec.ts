import type { Steps } from '../../core/shared/steps';
import { TidemarkError } from '../../errors';
import type { AnswerBuffer } from '../json/answer-buffer';
import { JsonPlanCompiler } from './json-plan';
import { writeMessageJson } from './message-json-writer';
import type { MessageShape } from './message-shape';
import { messageFromJson, messageToJson } from './proto-json';
import { containsWellKnownType } from './well-known-types';
import { decodeMessage } from './decode-message';
import { encodeMessage } from './encode-message';

/** Codec of the values of one DataType: JSON ⇄ serialized protobuf. */
export interface ObjectCodec {
  /** Encodes JSON. Throws `invalid_argument` with the path of the invalid value, such as `body.interests[1].score`. */
  fromJson(json: unknown): Buffer;
  /** Checks bytes. Throws `malformed_body` if they are not a serialized message. Unknown fields are allowed. */
  verify(bytes: Buffer): void;
  /** Decodes bytes to the canonical proto3 JSON mapping. Throws `internal` if stored bytes cannot be read. */
  toJson(bytes: Buffer): unknown;
  /** Appends the text of `JSON.stringify(toJson(bytes))`, in steps. Throws `internal` if stored bytes cannot be read. */
  writeJson(bytes: Buffer, json: AnswerBuffer): Steps<void>;
}

export function createObjectCodec(shape: MessageShape): ObjectCodec {
  const read = (bytes: Buffer): unknown => messageToJson(shape, decodeMessage(shape, bytes));
  // A valid message can lack a JSON form only if it contains a well-known type, such as a timestamp in the year 10,000.
  const verify = containsWellKnownType(shape) ? read : (bytes: Buffer) => decodeMessage(shape, bytes);
  const toJson = (bytes: Buffer): unknown => {
    try {
      return read(bytes);
    } catch (cause) {
      throw new TidemarkError('internal', `a stored value is not a ${shape.name}`, { cause });
    }
  };
  const plan = new JsonPlanCompiler().message(shape);
  return {
    fromJson: (json) => encodeMessage(messageFromJson(shape, json, 'body')),
    verify: (bytes) => void verify(bytes),
    toJson,
    *writeJson(bytes, json) {
      const { length } = json;
      if (plan !== undefined && (yield* writeMessageJson(plan, bytes, json))) return;
      json.rewind(length);
      json.text(JSON.stringify(toJson(bytes)));
    },
  };
}

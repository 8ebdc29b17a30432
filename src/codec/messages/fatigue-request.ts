import type protobuf from 'protobufjs';
import type { JsonObject } from '../../core/json/json-fields';
import { ShapeCompiler } from '../protobuf/message-shape';
import { messageToJson } from '../protobuf/proto-json';
import { decodeMessage } from '../protobuf/decode-message';

interface FatigueRequestJson extends JsonObject {
  readonly candidates?: readonly { readonly entities?: JsonObject }[];
  readonly asOfMs?: string;
  readonly where?: Readonly<Record<string, { readonly in?: readonly string[]; readonly optional?: boolean }>>;
}

/** Returns a decoder of `tidemark.v1.FatigueRequest` to the equivalent JSON. The decoder throws `malformed_body`. */
export function fatigueRequestDecoder(root: protobuf.Root): (bytes: Buffer) => JsonObject {
  const shape = new ShapeCompiler().message(root.lookupType('tidemark.v1.FatigueRequest'));
  return (bytes) => {
    const { asOfMs, candidates, where, ...same } = messageToJson(
      shape,
      decodeMessage(shape, bytes),
    ) as FatigueRequestJson;
    return {
      ...same,
      candidates: candidates === undefined ? undefined : candidates.map(({ entities = {} }) => entities),
      asOf: asOfMs === undefined ? undefined : Number(asOfMs),
      where: where === undefined ? undefined : conditionsOf(where),
    };
  };
}

/** A condition without ids that is not optional requires the dimension to be present. */
function conditionsOf(where: NonNullable<FatigueRequestJson['where']>): JsonObject {
  return Object.fromEntries(
    Object.entries(where).map(([name, condition]) => {
      const any = condition.in === undefined && condition.optional !== true;
      return [name, any ? '*' : condition];
    }),
  );
}

/** Converts cap checks in protobuf to the equivalent JSON. */
import type protobuf from 'protobufjs';
import type { JsonObject } from '../../core/json/json-fields';
import { invalidArgument } from '../../errors';
import { ShapeCompiler } from '../protobuf/message-shape';
import { messageToJson } from '../protobuf/proto-json';
import { decodeMessage } from '../protobuf/decode-message';

interface CapCheckJson extends JsonObject {
  readonly candidates?: readonly CandidateJson[];
  readonly rules?: readonly RuleJson[];
  readonly asOfMs?: string;
}

interface CandidateJson {
  readonly id?: string;
  readonly dimensions?: JsonObject;
}

interface RuleJson extends JsonObject {
  readonly rolling?: string;
  readonly calendar?: JsonObject;
  readonly maximum?: number;
  readonly where?: Readonly<Record<string, { readonly in?: readonly string[]; readonly optional?: boolean }>>;
}

/**
 * Returns a decoder of `tidemark.v1.CapCheck` to the equivalent JSON, which is still to be parsed. The decoder throws
 * `malformed_body`.
 */
export function capCheckDecoder(root: protobuf.Root): (bytes: Buffer) => JsonObject {
  const shape = new ShapeCompiler().message(root.lookupType('tidemark.v1.CapCheck'));
  return (bytes) => {
    const message = messageToJson(shape, decodeMessage(shape, bytes)) as CapCheckJson;
    const { asOfMs, candidates = [], rules = [], ...same } = message;
    return {
      ...same,
      candidates: candidates.map((each, i) => candidateOf(each, `candidates[${i}]`)),
      rules: rules.map(ruleOf),
      asOf: asOfMs === undefined ? undefined : Number(asOfMs),
    };
  };
}

function candidateOf({ id, dimensions = {} }: CandidateJson, field: string): JsonObject {
  if ('id' in dimensions)
    throw invalidArgument(`${field}.dimensions`, 'contains "id", which is not a dimension');
  return { ...dimensions, id };
}

/** An omitted number is 0. */
function ruleOf({ rolling, calendar, maximum = 0, where, ...same }: RuleJson): JsonObject {
  const window = calendar ?? rolling;
  return {
    ...same,
    maximum,
    window,
    where: where === undefined ? undefined : conditionsOf(where),
  };
}

/** A condition without ids that is not optional requires the dimension to be present. */
function conditionsOf(where: NonNullable<RuleJson['where']>): JsonObject {
  return Object.fromEntries(
    Object.entries(where).map(([name, condition]) => {
      const any = condition.in === undefined && condition.optional !== true;
      return [name, any ? '*' : condition];
    }),
  );
}

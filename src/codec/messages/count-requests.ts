/**
 * Converts count queries in protobuf to their JSON form. One parser then reads both forms and reports fields by the
 * same names.
 */
import type protobuf from 'protobufjs';
import type { JsonObject } from '../../core/json/json-fields';
import { ShapeCompiler } from '../protobuf/message-shape';
import { messageToJson } from '../protobuf/proto-json';
import { decodeMessage } from '../protobuf/decode-message';

/** Query in the proto3 JSON mapping, without empty values. */
interface QueryJson extends JsonObject {
  readonly where?: Readonly<Record<string, { readonly in?: readonly string[]; readonly optional?: boolean }>>;
  readonly entities?: Readonly<Record<string, { readonly ids?: readonly string[]; readonly all?: boolean }>>;
  readonly windows?: readonly WindowJson[];
  readonly asOfMs?: string;
}

interface WindowJson {
  readonly rolling?: string;
  readonly absolute?: { readonly fromMs?: string; readonly toMs?: string; readonly name?: string };
  readonly calendar?: JsonObject;
}

/** Decodes a message. Throws `malformed_body`. */
type Decode = (bytes: Buffer) => JsonObject;

/** Returns a decoder of `tidemark.v1.CountQuery`. */
export function countQueryDecoder(root: protobuf.Root): Decode {
  const decode = decoderOf(root, 'tidemark.v1.CountQuery');
  return (bytes) => bodyOf(decode(bytes) as QueryJson);
}

/** Returns a decoder of `tidemark.v1.BatchCountQuery`. */
export function batchCountQueryDecoder(root: protobuf.Root): Decode {
  const decode = decoderOf(root, 'tidemark.v1.BatchCountQuery');
  return (bytes) => {
    const { users, query = {} } = decode(bytes) as { readonly users?: unknown; readonly query?: QueryJson };
    return { ...bodyOf(query), users };
  };
}

function decoderOf(root: protobuf.Root, message: string): (bytes: Buffer) => unknown {
  const shape = new ShapeCompiler().message(root.lookupType(message));
  return (bytes) => messageToJson(shape, decodeMessage(shape, bytes));
}

function bodyOf({ where, entities, windows, asOfMs, ...same }: QueryJson): JsonObject {
  return {
    ...same,
    where: where === undefined ? undefined : mapped(where, conditionOf),
    entities:
      entities === undefined
        ? undefined
        : mapped(entities, ({ ids = [], all }) => (all === true ? '*' : ids)),
    windows: windows?.map(windowOf),
    asOf: asOfMs === undefined ? undefined : Number(asOfMs),
  };
}

/** A condition without ids that is not optional requires the dimension to be present. */
function conditionOf(condition: { readonly in?: readonly string[]; readonly optional?: boolean }): unknown {
  return condition.in === undefined && condition.optional !== true ? '*' : condition;
}

function windowOf({ rolling, absolute, calendar }: WindowJson): unknown {
  if (absolute === undefined) return calendar ?? rolling;
  const { fromMs = 0, toMs = 0, name } = absolute;
  return { from: Number(fromMs), to: Number(toMs), name };
}

function mapped<T>(entries: Readonly<Record<string, T>>, change: (value: T) => unknown): JsonObject {
  return Object.fromEntries(Object.entries(entries).map(([name, value]) => [name, change(value)]));
}

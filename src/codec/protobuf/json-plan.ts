/** Message types, compiled into what `MessageJsonWriter` needs of each field. */
import { LENGTH_DELIMITED } from '../../core/protobuf/wire-types';
import { wireTypeOf } from './field-values';
import { enumWriter, scalarWriters, type ValueWriter } from './json-value-writers';
import type { FieldShape, MessageShape } from './message-shape';
import { wellKnownTypes } from './well-known-types';

export interface MessagePlan {
  readonly shape: MessageShape;
  /** Fields by number. */
  readonly fields: ReadonlyMap<number, FieldPlan>;
}

export interface FieldPlan {
  /** Position among the fields of the message, which is their order in JSON. */
  readonly rank: number;
  /** JSON name with quotes and colon; for a list also the bracket that opens it. */
  readonly name: Buffer;
  readonly isList: boolean;
  /** Bit of the field's oneof, which the 33rd shares with the first; 0 if it belongs to none. */
  readonly oneofBit: number;
  /** Whether a default on the wire means absence. */
  readonly omitsDefault: boolean;
  /** Wire type of one value. */
  readonly wireType: number;
  /** Writer of a value, or plan of a message. Undefined: the whole field is decoded to objects first. */
  readonly value: ValueWriter | MessagePlan | undefined;
}

/** Names that an object does not keep in the order of their assignment, or at all. */
const REORDERED_NAME = /^(\d+|__proto__)$/;

/** Compiles message types, each once: types may contain each other. */
export class JsonPlanCompiler {
  readonly #plans = new Map<MessageShape, MessagePlan>();

  /** Returns undefined for a type of which messages must be decoded to objects first. */
  message(shape: MessageShape): MessagePlan | undefined {
    if (wellKnownTypes.has(shape.name) || !keepsOrder(shape)) return undefined;
    const known = this.#plans.get(shape);
    if (known !== undefined) return known;
    const oneofs = oneofsOf(shape);
    const fields = new Map<number, FieldPlan>();
    const plan = { shape, fields };
    this.#plans.set(shape, plan);
    for (const [id, field] of shape.fieldsById) {
      const oneof = oneofs.indexOf(field.oneof);
      fields.set(id, this.#field(field, fields.size, oneof === -1 ? 0 : 1 << oneof));
    }
    return plan;
  }

  #field(field: FieldShape, rank: number, oneofBit: number): FieldPlan {
    const isList = field.cardinality === 'many';
    return {
      rank,
      name: Buffer.from(`${JSON.stringify(field.jsonName)}:${isList ? '[' : ''}`),
      isList,
      oneofBit,
      omitsDefault: !isList && !field.presence,
      wireType: field.cardinality === 'map' ? LENGTH_DELIMITED : wireTypeOf(field.value),
      value: this.#value(field),
    };
  }

  #value({ cardinality, value }: FieldShape): FieldPlan['value'] {
    if (cardinality === 'map') return undefined;
    if (value.kind === 'message') return this.message(value.message);
    return value.kind === 'enum' ? enumWriter(value.enumeration) : scalarWriters[value.scalar];
  }
}

/** Returns the names of the oneofs with several members, of which a message may have one only. */
function oneofsOf({ fieldsById }: MessageShape): readonly (string | undefined)[] {
  const names = [...fieldsById.values()].flatMap(({ oneof }) => oneof ?? []);
  return [...new Set(names.filter((name, at) => names.indexOf(name) !== at))];
}

/**
 * Returns whether JSON has the fields in the order of the wire format, which is usually that of their numbers: they are
 * declared in this order, and an object has their names in the order in which they are set.
 */
function keepsOrder({ fieldsById }: MessageShape): boolean {
  const numbers = [...fieldsById.keys()];
  if (numbers.some((number, at) => at > 0 && number < numbers[at - 1]!)) return false;
  const names = [...fieldsById.values()].map(({ jsonName }) => jsonName);
  return new Set(names).size === names.length && !names.some((name) => REORDERED_NAME.test(name));
}

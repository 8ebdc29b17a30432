/**
 * Serialized messages as JSON, without objects in between: an object for each field would cost several times as much as
 * the text. The text is that of `JSON.stringify(messageToJson(…))`.
 */
import { WireReader } from '../../core/protobuf/wire-reader';
import { LENGTH_DELIMITED } from '../../core/protobuf/wire-types';
import type { Steps } from '../../core/shared/steps';
import { TidemarkError } from '../../errors';
import type { AnswerBuffer } from '../json/answer-buffer';
import { decodeMessage } from './decode-message';
import { NESTING_MAX } from './field-values';
import type { FieldPlan, MessagePlan } from './json-plan';
import { NOT_WRITABLE, type ValueWriter } from './json-value-writers';
import { messageToJson } from './proto-json';

/** Number of bytes that are written without a pause: some 0.2 ms. */
const BYTES_PER_STEP = 32 * 1024;
/** Maximum number of idle writers. */
const IDLE_MAX = 8;

const COMMA = 0x2c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN = 0x7b;

/** A message that is being written. */
interface OpenMessage {
  plan: MessagePlan;
  /** Position in the input at which it ends. */
  end: number;
  /** Rank of its last field, and the oneofs that have a member. */
  rank: number;
  oneofs: number;
  /** List that is open, if its last field is one. */
  list: FieldPlan | undefined;
  /** Position in the output at which its last field begins. */
  fieldStart: number;
}

const idle: MessageJsonWriter[] = [];

/**
 * Appends a message as JSON, in steps of some kilobytes. Returns false, with a part of it appended, if the message must
 * be decoded to objects instead: it is invalid, or it is not encoded as encoders usually do, with each field in one
 * place and in the declared order.
 */
export function* writeMessageJson(plan: MessagePlan, bytes: Buffer, json: AnswerBuffer): Steps<boolean> {
  const writer = idle.pop() ?? new MessageJsonWriter();
  try {
    writer.begin(plan, bytes, json);
    while (!writer.writeUntil(json.length + BYTES_PER_STEP)) yield;
    return true;
  } catch (error) {
    if (error === NOT_WRITABLE || error instanceof TidemarkError) return false;
    throw error;
  } finally {
    writer.clear();
    if (idle.length < IDLE_MAX) idle.push(writer);
  }
}

const NO_BYTES = Buffer.alloc(0);

class MessageJsonWriter {
  readonly #reader = new WireReader(() => NOT_WRITABLE);
  #json!: AnswerBuffer;
  /** Open messages, outermost first, and the objects of earlier ones. */
  readonly #open: OpenMessage[] = [];
  #depth = -1;
  /** Position in the input at which the current packed list ends. */
  #packedEnd = 0;

  begin(plan: MessagePlan, bytes: Buffer, json: AnswerBuffer): void {
    this.#json = json;
    this.#reader.open(bytes);
    this.#depth = -1;
    this.#packedEnd = 0;
    this.#openMessage(plan, bytes.length);
  }

  /** Releases the message's bytes. */
  clear(): void {
    this.#reader.open(NO_BYTES);
  }

  /** Continues until the message is complete or the output has this length. Returns whether it is complete. */
  writeUntil(length: number): boolean {
    const [reader, json] = [this.#reader, this.#json];
    while (this.#depth >= 0) {
      if (json.length >= length) return false;
      const message = this.#open[this.#depth]!;
      if (reader.position < this.#packedEnd) this.#writePacked(message);
      else if (reader.position < message.end) this.#writeField(message);
      else this.#closeMessage(message);
    }
    return true;
  }

  #openMessage(plan: MessagePlan, end: number): void {
    this.#depth += 1;
    if (this.#depth > NESTING_MAX) throw NOT_WRITABLE;
    this.#reader.end = end;
    this.#json.reserve(1);
    this.#json.char(OPEN);
    const before = this.#open[this.#depth];
    if (before === undefined) {
      this.#open.push({ plan, end, rank: -1, oneofs: 0, list: undefined, fieldStart: 0 });
      return;
    }
    before.plan = plan;
    before.end = end;
    before.rank = -1;
    before.oneofs = 0;
    before.list = undefined;
  }

  #closeMessage(message: OpenMessage): void {
    const json = this.#json;
    this.#closeList(message);
    json.reserve(2);
    json.closeObject();
    this.#depth -= 1;
    if (this.#depth < 0) return;
    json.char(COMMA);
    this.#reader.end = this.#open[this.#depth]!.end;
  }

  /** Each value is followed by a comma, which the end of a list or of an object replaces. */
  #writeField(message: OpenMessage): void {
    const reader = this.#reader;
    const start = reader.position;
    const tag = reader.tag();
    const wireType = tag & 7;
    const field = message.plan.fields.get(tag >>> 3);
    if (field === undefined) return reader.skip(wireType);
    if (field !== message.list) this.#openField(message, field);
    if (wireType === field.wireType) {
      if (field.value === undefined) this.#writeObjects(message, start, tag);
      else this.#writeValue(message, field, field.value);
    } else if (field.isList && wireType === LENGTH_DELIMITED) {
      this.#packedEnd = reader.length() + reader.position;
      reader.end = this.#packedEnd;
      if (reader.position === this.#packedEnd) reader.end = message.end;
    } else throw NOT_WRITABLE;
  }

  #openField(message: OpenMessage, field: FieldPlan): void {
    this.#closeList(message);
    if (field.rank <= message.rank || (message.oneofs & field.oneofBit) !== 0) throw NOT_WRITABLE;
    message.rank = field.rank;
    message.oneofs |= field.oneofBit;
    message.fieldStart = this.#json.length;
    this.#json.append(field.name);
    if (field.isList) message.list = field;
  }

  #closeList(message: OpenMessage): void {
    if (message.list === undefined) return;
    message.list = undefined;
    const json = this.#json;
    if (json.last === OPEN_LIST) return json.rewind(message.fieldStart);
    json.rewind(json.length - 1);
    json.reserve(2);
    json.char(CLOSE_LIST);
    json.char(COMMA);
  }

  #writeValue(message: OpenMessage, field: FieldPlan, value: NonNullable<FieldPlan['value']>): void {
    const reader = this.#reader;
    if (typeof value !== 'function') return this.#openMessage(value, reader.length() + reader.position);
    const isDefault = value(reader, this.#json);
    if (isDefault && field.omitsDefault) this.#json.rewind(message.fieldStart);
    else this.#json.char(COMMA);
  }

  #writePacked(message: OpenMessage): void {
    const { value } = message.list!;
    (value as ValueWriter)(this.#reader, this.#json);
    this.#json.char(COMMA);
    if (this.#reader.position === this.#packedEnd) this.#reader.end = message.end;
  }

  /** Writes a whole field that must be decoded to objects first: a map, or well-known types. */
  #writeObjects(message: OpenMessage, start: number, tag: number): void {
    const reader = this.#reader;
    let { position } = reader;
    for (let next = tag; next === tag; next = reader.position < message.end ? reader.tag() : 0) {
      reader.skip(LENGTH_DELIMITED);
      position = reader.position;
    }
    reader.position = position;
    const { shape } = message.plan;
    const values = decodeMessage(shape, reader.buffer.subarray(start, position), this.#depth);
    const object = JSON.stringify(messageToJson(shape, values));
    this.#json.rewind(message.fieldStart);
    message.list = undefined;
    this.#json.text(`${object.slice(1, -1)},`);
  }
}

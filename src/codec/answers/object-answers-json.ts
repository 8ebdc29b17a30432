/** Encodes answers with objects as JSON, in steps: values are written from their stored bytes. */
import type { Steps } from '../../core/shared/steps';
import type { Omission } from '../../core/privacy/omissions';
import { writeOmitted } from './omitted-json';
import { PooledAnswer, withAnswerBuffer, type AnswerBuffer } from '../json/answer-buffer';
import type { ObjectCodec } from '../protobuf/object-codec';
import type { EvidenceJson } from './evidence-json';

/** One version of a cell, with its value as it is stored. */
interface AnsweredCell {
  readonly dataType: string;
  readonly subType: string;
  readonly timestampMs: number;
  readonly value: Buffer;
}

interface AnsweredObject {
  readonly id: string;
  readonly cells: readonly AnsweredCell[];
  readonly missing: readonly object[];
  /** DataTypes that are left out. Default: none. */
  readonly omitted?: readonly Omission[] | undefined;
  readonly met?: false;
}

/** Generations that were read, by family. Undefined if no selected DataType has generations. */
interface AnsweredGenerations {
  readonly generations?: Readonly<Record<string, number>> | undefined;
}

/** Evidence and codecs of an answer. */
export interface ObjectAnswerParts {
  readonly consistency: EvidenceJson;
  readonly codecOf: (dataType: string) => Pick<ObjectCodec, 'writeJson'>;
}

/** Size of an answer that is copied from its buffer, in bytes. */
const COPIED_BYTES_MAX = 4 * 1024;
/**
 * Size of the parts of a large answer, in bytes. A buffer of its whole size would be copied each time that it grows.
 */
const PART_BYTES = 256 * 1024;
/** Room for a part and the object that completes it, in bytes. */
const PART_ROOM_BYTES = 1.25 * PART_BYTES;
/** Factor by which JSON is usually larger than the value. A buffer grows if it is not enough. */
const JSON_BYTES_PER_BYTE = 2;

/** Encodes the cells of one object. */
export function objectAnswerJson(
  object: WrittenObject['object'],
  parts: ObjectAnswerParts,
): Steps<Buffer | PooledAnswer> {
  return withAnswerBuffer(writeObject, { object, parts });
}

interface WrittenObject {
  readonly object: Pick<AnsweredObject, 'cells' | 'omitted'> & AnsweredGenerations;
  readonly parts: ObjectAnswerParts;
}

function* writeObject(
  json: AnswerBuffer,
  { object: { cells, omitted, generations }, parts }: WrittenObject,
): Steps<Buffer | PooledAnswer> {
  const target = { codecOf: parts.codecOf, answer: new PooledAnswer() };
  json.text('{"cells":');
  yield* writeCells(json, cells, target);
  writeOmitted(json, omitted);
  writeGenerations(json, generations);
  return finish(json, target, parts.consistency);
}

/** Encodes the cells of many objects. */
export function batchGetAnswerJson(
  objects: readonly AnsweredObject[],
  parts: WrittenObjects['parts'],
): Steps<Buffer | PooledAnswer> {
  return withAnswerBuffer(writeObjects, { objects, parts });
}

interface WrittenObjects {
  readonly objects: readonly AnsweredObject[];
  readonly parts: ObjectAnswerParts & AnsweredGenerations;
}

function* writeObjects(json: AnswerBuffer, { objects, parts }: WrittenObjects): Steps<Buffer | PooledAnswer> {
  const target = { codecOf: parts.codecOf, answer: new PooledAnswer() };
  const values = objects.flatMap((each) => each.cells);
  const valueBytes = values.reduce((sum, { value }) => sum + value.length, 0);
  json.reserve(Math.min(JSON_BYTES_PER_BYTE * valueBytes, PART_ROOM_BYTES));
  json.text('{"objects":[');
  for (const [at, { id, cells, missing, omitted, met }] of objects.entries()) {
    json
      .ascii(at === 0 ? '{"id":' : ',{"id":')
      .jsonString(id)
      .ascii(',"cells":');
    yield* writeCells(json, cells, target);
    if (missing.length === 0) json.ascii(',"missing":[]');
    else json.text(`,"missing":${JSON.stringify(missing)}`);
    writeOmitted(json, omitted);
    json.ascii(met === undefined ? '}' : ',"met":false}');
    yield;
  }
  json.ascii(']');
  writeGenerations(json, parts.generations);
  return finish(json, target, parts.consistency);
}

function writeGenerations(json: AnswerBuffer, generations: AnsweredGenerations['generations']): void {
  if (generations !== undefined) json.text(`,"generations":${JSON.stringify(generations)}`);
}

interface AnswerTarget {
  readonly codecOf: ObjectAnswerParts['codecOf'];
  /** Receives the parts of a large answer. */
  readonly answer: PooledAnswer;
}

function* writeCells(
  json: AnswerBuffer,
  cells: readonly AnsweredCell[],
  { codecOf, answer }: AnswerTarget,
): Steps<void> {
  json.ascii('[');
  for (const [at, { dataType, subType, timestampMs, value }] of cells.entries()) {
    json.reserve(JSON_BYTES_PER_BYTE * value.length);
    json.ascii(at === 0 ? '{"dataType":' : ',{"dataType":').jsonString(dataType);
    json.ascii(',"subType":').jsonString(subType);
    json.ascii(',"timestampMs":').number(timestampMs);
    json.ascii(',"value":');
    yield* codecOf(dataType).writeJson(value, json);
    json.ascii('}');
    if (json.length < PART_BYTES) continue;
    json.finishPart(answer);
    json.reserve(PART_ROOM_BYTES);
  }
  json.ascii(']');
}

function finish(
  json: AnswerBuffer,
  { answer }: AnswerTarget,
  consistency: EvidenceJson,
): Buffer | PooledAnswer {
  json.text(`,"consistency":${JSON.stringify(consistency)}}`);
  if (answer.length + json.length <= COPIED_BYTES_MAX) return json.finish();
  json.finishPart(answer);
  return answer;
}

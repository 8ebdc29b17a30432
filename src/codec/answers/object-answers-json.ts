/** Encodes answers with objects as JSON, in steps: values are written from their stored bytes. */
import type { Steps } from '../../core/shared/steps';
import { withAnswerBuffer, type AnswerBuffer } from '../json/answer-buffer';
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
  readonly met?: false;
}

/** Evidence and codecs of an answer. */
export interface ObjectAnswerParts {
  readonly consistency: EvidenceJson;
  readonly codecOf: (dataType: string) => Pick<ObjectCodec, 'writeJson'>;
}

/**
 * Size of the parts of a large answer, in bytes. A buffer of its whole size would be copied each time that it grows.
 */
const PART_BYTES = 256 * 1024;
/** Factor by which JSON is usually larger than the value. A buffer grows if it is not enough. */
const JSON_BYTES_PER_BYTE = 2;

/** Encodes the cells of one object. */
export function objectAnswerJson(
  cells: readonly AnsweredCell[],
  parts: ObjectAnswerParts,
): Steps<readonly Buffer[]> {
  return withAnswerBuffer(function* (json) {
    const done: Buffer[] = [];
    json.text('{"cells":');
    yield* writeCells(json, cells, { codecOf: parts.codecOf, done });
    return finish(json, done, parts.consistency);
  });
}

/** Encodes the cells of many objects. */
export function batchGetAnswerJson(
  objects: readonly AnsweredObject[],
  parts: ObjectAnswerParts,
): Steps<readonly Buffer[]> {
  return withAnswerBuffer(function* (json) {
    const done: Buffer[] = [];
    const target = { codecOf: parts.codecOf, done };
    json.text('{"objects":[');
    for (const [at, { id, cells, missing, met }] of objects.entries()) {
      json
        .text(at === 0 ? '{"id":' : ',{"id":')
        .jsonString(id)
        .text(',"cells":');
      yield* writeCells(json, cells, target);
      json.text(`,"missing":${missing.length === 0 ? '[]' : JSON.stringify(missing)}`);
      json.text(met === undefined ? '}' : ',"met":false}');
      yield;
    }
    json.text(']');
    return finish(json, done, parts.consistency);
  });
}

interface AnswerTarget {
  readonly codecOf: ObjectAnswerParts['codecOf'];
  /** Complete parts of the answer, to which full buffers are added. */
  readonly done: Buffer[];
}

function* writeCells(
  json: AnswerBuffer,
  cells: readonly AnsweredCell[],
  { codecOf, done }: AnswerTarget,
): Steps<void> {
  json.text('[');
  for (const [at, { dataType, subType, timestampMs, value }] of cells.entries()) {
    json.reserve(JSON_BYTES_PER_BYTE * value.length);
    json.text(at === 0 ? '{"dataType":' : ',{"dataType":').jsonString(dataType);
    json.text(',"subType":').jsonString(subType);
    json.text(',"timestampMs":').number(timestampMs);
    json.text(',"value":');
    yield* codecOf(dataType).writeJson(value, json);
    json.text('}');
    if (json.length >= PART_BYTES) {
      done.push(json.finish());
      json.begin();
    }
  }
  json.text(']');
}

function finish(json: AnswerBuffer, done: Buffer[], consistency: EvidenceJson): readonly Buffer[] {
  json.text(`,"consistency":${JSON.stringify(consistency)}}`);
  done.push(json.finish());
  return done;
}

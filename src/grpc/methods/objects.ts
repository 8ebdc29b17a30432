import {
  batchGetAnswerProtobuf,
  objectAnswerProtobuf,
  putAnswerProtobuf,
} from '../../codec/answers/object-answers-protobuf';
import { messageDecoder } from '../../codec/messages/message-decoder';
import type {
  BatchGetObjectsMessage,
  CellSelectorMessage,
  GetObjectMessage,
  PutObjectMessage,
} from '../../codec/messages/object-requests';
import type { RequestedGenerations } from '../../core/generations/pointer-vector';
import { parseGenerationsBody } from '../../core/generations/requested-generations';
import { nonEmptyArrayAt, wholeNumberAt } from '../../core/json/json-fields';
import { encodeEvidence } from '../../http/consistency/evidence';
import { readConsistency, TOKEN_HEADER } from '../../http/consistency/read-consistency';
import { readObjects, type BatchGetDependencies } from '../../http/endpoints/batch-get-objects';
import { generationHeaders } from '../../http/endpoints/generations';
import { allSelectors, readObject, type GetObjectDependencies } from '../../http/endpoints/get-object';
import { writeCell, type PutObjectEndpointDependencies } from '../../http/endpoints/put-object';
import { protobufResponse } from '../../http/endpoint';
import { TIMESTAMP_MS_MAX } from '../../operations/objects/object-rules';
import type { EndpointHandler } from '../grpc-method';

/** Returns the handler of `Objects.Get`. */
export function getObjectMessages(parts: GetObjectDependencies): EndpointHandler {
  const { schema, rules, limits } = parts;
  const decode = messageDecoder<GetObjectMessage>(schema.root, 'tidemark.v1.GetObjectRequest');
  return async (request) => {
    const { corpus = '', id = '', select = [], versions, generations } = decode(request.body);
    const wanted = {
      corpus,
      id,
      select: select.length === 0 ? allSelectors(schema, corpus) : select.map(selectorOf),
      versions: versionsOf(versions, limits),
      generations: generationsOf(generations),
      consistency: readConsistency(request, rules),
    };
    const answer = await readObject(request, wanted, { ...parts, field: 'select' });
    const { headers } = encodeEvidence(answer.evidence, rules.tokens);
    return protobufResponse(objectAnswerProtobuf(answer), [...headers, ...generationHeaders(answer)]);
  };
}

/** Returns the handler of `Objects.BatchGet`. */
export function batchGetMessages(parts: BatchGetDependencies): EndpointHandler {
  const { schema, rules, limits } = parts;
  const decode = messageDecoder<BatchGetObjectsMessage>(schema.root, 'tidemark.v1.BatchGetObjectsRequest');
  return async (request) => {
    const { corpus = '', objects = [], versions, generations } = decode(request.body);
    nonEmptyArrayAt(objects, 'objects');
    const batch = {
      corpus,
      objects: objects.map(({ id = '', select = [] }, index) => {
        nonEmptyArrayAt(select, `objects[${index}].select`);
        return { id, select: select.map(selectorOf) };
      }),
      versions: versionsOf(versions, limits),
      generations: generationsOf(generations),
      consistency: readConsistency(request, rules),
    };
    const answer = await readObjects(request, batch, parts);
    const { headers } = encodeEvidence(answer.evidence, rules.tokens);
    const body = await request.inTurns(batchGetAnswerProtobuf(answer.objects, answer));
    return protobufResponse(body, [...headers, ...generationHeaders(answer)]);
  };
}

/** Returns the handler of `Objects.Put`. */
export function putObjectMessages(parts: PutObjectEndpointDependencies): EndpointHandler {
  const decode = messageDecoder<PutObjectMessage>(parts.schema.root, 'tidemark.v1.PutObjectRequest');
  return async (request) => {
    const { corpus = '', id = '', dataType = '', subType = '', value, ...rest } = decode(request.body);
    const { timestampMs } = rest;
    const cell = {
      corpus,
      id,
      dataType,
      subType,
      timestampMs:
        timestampMs === undefined
          ? undefined
          : wholeNumberAt(timestampMs, 'timestampMs', { min: 0, max: TIMESTAMP_MS_MAX }),
      body: { kind: 'protobuf' as const, bytes: value ?? NO_BYTES },
    };
    const answer = await writeCell(request, cell, parts);
    return protobufResponse(putAnswerProtobuf(answer), [TOKEN_HEADER, answer.token]);
  };
}

const NO_BYTES = Buffer.alloc(0);

/** An empty list is absent in protobuf, so it selects all SubTypes. */
function selectorOf({ dataType = '', subTypes = [] }: CellSelectorMessage): {
  readonly dataType: string;
  readonly subTypes?: readonly string[];
} {
  return subTypes.length === 0 ? { dataType } : { dataType, subTypes };
}

/** Returns the number of versions. In protobuf, 0 is the same as absent. */
function versionsOf(versions = 0, { versionsMax }: { readonly versionsMax: number }): number {
  return versions === 0 ? 1 : wholeNumberAt(versions, 'versions', { min: 1, max: versionsMax });
}

function generationsOf(named: RequestedGenerations | undefined): RequestedGenerations | undefined {
  return named === undefined ? undefined : parseGenerationsBody(named, 'generations');
}

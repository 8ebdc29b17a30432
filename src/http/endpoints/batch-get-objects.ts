import { DEFAULTS } from '../../config/defaults';
import { batchGetAnswerJson } from '../../codec/answers/object-answers-json';
import { parseGenerationsBody } from '../../core/generations/requested-generations';
import type { SchemaRegistry } from '../../codec/declarations/schema-registry';
import type { Caller } from '../../core/access/caller';
import { requireReader } from '../../core/access/data-access';
import type { Consistency } from '../../core/consistency/consistency';
import {
  arrayAt,
  nonEmptyArrayAt,
  objectAt,
  rejectUnknownFields,
  stringAt,
  wholeNumberAt,
} from '../../core/json/json-fields';
import type {
  BatchGetObjects,
  BatchGetObjectsAnswer,
  BatchGetObjectsRequest,
  ObjectSelector,
} from '../../operations/objects/batch-get-objects';
import {
  CONSISTENCY_PARAMETERS,
  EVIDENCE_EXAMPLE,
  EVIDENCE_HEADERS,
  READ_ERRORS,
} from '../openapi/consistency-documentation';
import { encodeEvidence } from '../consistency/evidence';
import type { ConsistencyRules } from '../../core/consistency/compile-choice';
import { readConsistency } from '../consistency/read-consistency';
import type { ApiRequest } from '../api-request';
import { jsonTextResponse, type Endpoint } from '../endpoint';
import { schemaRef } from '../schemas/component-schemas';
import { objectWork } from '../limits/work-estimates';
import { generationHeaders } from './generations';
import { codecsOf } from './object-response';
import { CELL_EXAMPLE, GENERATIONS_HEADER, OBJECT_PARAMETERS } from '../openapi/object-documentation';

export interface BatchGetDependencies {
  readonly operation: BatchGetObjects;
  readonly schema: SchemaRegistry;
  readonly rules: ConsistencyRules;
  readonly limits: { readonly versionsMax: number };
}

export function batchGetObjects(parts: BatchGetDependencies): Endpoint {
  return {
    method: 'POST',
    path: '/v1/corpora/{corpus}/objects:batchGet',
    operationId: 'batchGetObjects',
    bodyBytesMax: DEFAULTS.http.queryBodyBytesMax,
    summary: 'Read cells of many objects',
    tag: 'Objects',
    access: 'objects:read',
    dataAccess: { needs: 'reader', dataTypes: 'each selected DataType' },
    bulk: true,
    parameters: [...OBJECT_PARAMETERS.filter(({ name }) => name === 'corpus'), ...CONSISTENCY_PARAMETERS],
    request: { 'application/json': { schema: schemaRef('BatchGetRequest'), example: REQUEST } },
    response: {
      status: 200,
      description:
        'One entry for each requested object, in the order of the request, with its cells and the missing ones.',
      forms: { 'application/json': { schema: schemaRef('BatchGetAnswer'), example: ANSWER } },
      headers: [...EVIDENCE_HEADERS, GENERATIONS_HEADER],
    },
    errors: [
      'unknown_corpus',
      'unknown_data_type',
      'generation_not_found',
      'answer_too_large',
      ...READ_ERRORS,
    ],
    async handle(request) {
      const corpus = request.param('corpus');
      const batch = parseBatch(request, corpus, parts);
      const { objects, evidence, generations } = await readObjects(request, batch, parts);
      const { consistency, headers } = encodeEvidence(evidence, parts.rules.tokens);
      const codecOf = codecsOf(parts.schema, corpus);
      const body = await request.inTurns(batchGetAnswerJson(objects, { codecOf, consistency, generations }));
      return jsonTextResponse(body, [...headers, ...generationHeaders({ generations })]);
    },
  };
}

/** Reads objects for a request, whatever its form: checks the caller's rights, and calls the operation. */
export async function readObjects(
  request: ApiRequest,
  batch: BatchGetObjectsRequest,
  { operation, schema }: BatchGetDependencies,
): Promise<BatchGetObjectsAnswer> {
  stateAccesses(request, batch, schema);
  requireReaderOfObjects(request.caller, batch, schema);
  request.takeWork(objectWork(batch.objects.length));
  const answer = await operation(batch, request.callOptions);
  for (const { id, omitted } of answer.objects) request.omits(id, omitted);
  return answer;
}

function parseBatch(
  request: ApiRequest,
  corpus: string,
  { rules, limits }: BatchGetDependencies,
): BatchGetObjectsRequest {
  const body = objectAt(request.json(), 'body');
  rejectUnknownFields(body, ['objects', 'versions', 'generations', 'consistency'], '');
  const named = body['generations'];
  const generations =
    named === undefined ? undefined : parseGenerationsBody(objectAt(named, 'generations'), 'generations');
  const consistency: Consistency = readConsistency(request, rules, body['consistency']);
  const objects = nonEmptyArrayAt(body['objects'], 'objects').map((each, index) =>
    parseObject(each, `objects[${index}]`),
  );
  if (body['versions'] === undefined) return { corpus, objects, generations, consistency };
  return {
    corpus,
    objects,
    generations,
    consistency,
    versions: wholeNumberAt(body['versions'], 'versions', { min: 1, max: limits.versionsMax }),
  };
}

function stateAccesses(
  request: ApiRequest,
  { corpus, objects }: BatchGetObjectsRequest,
  schema: SchemaRegistry,
): void {
  const { dataTypes } = schema.corpus(corpus);
  for (const { id, select } of objects) {
    const families = new Set(select.map(({ dataType }) => dataType));
    request.accesses(
      'read',
      [id],
      dataTypes.filter(({ family }) => families.has(family)),
    );
  }
}

/** Throws `permission_denied` for the whole batch if the caller may not read one of the selected DataTypes. */
function requireReaderOfObjects(
  caller: Caller,
  { corpus, objects }: BatchGetObjectsRequest,
  schema: SchemaRegistry,
): void {
  for (const [index, { select }] of objects.entries()) {
    for (const [position, { dataType }] of select.entries()) {
      const field = `objects[${index}].select[${position}].dataType`;
      requireReader(caller, schema.dataType(corpus, dataType, field), field);
    }
  }
}

function parseObject(value: unknown, field: string): ObjectSelector {
  const object = objectAt(value, field);
  rejectUnknownFields(object, ['id', 'select'], `${field}.`);
  const select = nonEmptyArrayAt(object['select'], `${field}.select`).map((each, index) =>
    parseSelector(each, `${field}.select[${index}]`),
  );
  return { id: stringAt(object['id'], `${field}.id`), select };
}

function parseSelector(value: unknown, field: string): ObjectSelector['select'][number] {
  const selector = objectAt(value, field);
  rejectUnknownFields(selector, ['dataType', 'subTypes'], `${field}.`);
  const dataType = stringAt(selector['dataType'], `${field}.dataType`);
  if (selector['subTypes'] === undefined) return { dataType };
  const subTypes = arrayAt(selector['subTypes'], `${field}.subTypes`);
  return { dataType, subTypes: subTypes.map((each, index) => stringAt(each, `${field}.subTypes[${index}]`)) };
}

const REQUEST = {
  objects: [
    { id: 'user-1', select: [{ dataType: 'profile', subTypes: ['main'] }] },
    { id: 'user-2', select: [{ dataType: 'profile', subTypes: ['main'] }, { dataType: 'embedding' }] },
  ],
};

const ANSWER = {
  objects: [
    { id: 'user-1', cells: [CELL_EXAMPLE], missing: [] },
    {
      id: 'user-2',
      cells: [],
      missing: [{ dataType: 'profile', subType: 'main' }, { dataType: 'embedding' }],
    },
  ],
  consistency: EVIDENCE_EXAMPLE,
};

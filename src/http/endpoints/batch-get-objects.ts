import {
  arrayAt,
  nonEmptyArrayAt,
  objectAt,
  refuseUnknownFields,
  stringAt,
  wholeNumberAt,
} from '../../core/json-fields';
import type {
  BatchGetObjects,
  BatchGetObjectsRequest,
  ObjectSelector,
} from '../../operations/batch-get-objects';
import { json, type Endpoint } from '../endpoint';
import { ref } from '../schemas';
import { CELL, OBJECT_PARAMETERS } from './object-documentation';

export function batchGetObjects(
  operation: BatchGetObjects,
  limits: { readonly versionsMax: number },
): Endpoint {
  return {
    method: 'POST',
    path: '/v1/corpora/{corpus}/objects:batchGet',
    operationId: 'batchGetObjects',
    summary: 'Read cells of many objects in one go',
    tag: 'Objects',
    parameters: OBJECT_PARAMETERS.filter(({ name }) => name === 'corpus'),
    request: { 'application/json': { schema: ref('BatchGetRequest'), example: REQUEST } },
    response: {
      status: 200,
      description: 'One entry for each object asked for, in that order, with what is missing of it.',
      forms: { 'application/json': { schema: ref('BatchGetAnswer'), example: ANSWER } },
    },
    errors: [
      'unknown_corpus',
      'unknown_data_type',
      'answer_too_large',
      'store_unavailable',
      'store_rejected',
    ],
    async handle(request) {
      const wanted = parseBatch(request.json(), limits);
      const batch: BatchGetObjectsRequest = { ...wanted, corpus: request.param('corpus'), form: 'json' };
      return json(await operation(batch, request.allowance));
    },
  };
}

type Batch = Pick<BatchGetObjectsRequest, 'objects' | 'versions'>;

function parseBatch(value: unknown, limits: { readonly versionsMax: number }): Batch {
  const body = objectAt(value, 'body');
  refuseUnknownFields(body, ['objects', 'versions'], '');
  const objects = nonEmptyArrayAt(body['objects'], 'objects').map((each, index) =>
    parseObject(each, `objects[${index}]`),
  );
  if (body['versions'] === undefined) return { objects };
  return {
    objects,
    versions: wholeNumberAt(body['versions'], 'versions', { min: 1, max: limits.versionsMax }),
  };
}

function parseObject(value: unknown, field: string): ObjectSelector {
  const object = objectAt(value, field);
  refuseUnknownFields(object, ['id', 'select'], `${field}.`);
  const select = nonEmptyArrayAt(object['select'], `${field}.select`).map((each, index) =>
    parseSelector(each, `${field}.select[${index}]`),
  );
  return { id: stringAt(object['id'], `${field}.id`), select };
}

function parseSelector(value: unknown, field: string): ObjectSelector['select'][number] {
  const selector = objectAt(value, field);
  refuseUnknownFields(selector, ['dataType', 'subTypes'], `${field}.`);
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
    { id: 'user-1', cells: [CELL], missing: [] },
    {
      id: 'user-2',
      cells: [],
      missing: [{ dataType: 'profile', subType: 'main' }, { dataType: 'embedding' }],
    },
  ],
  consistency: { level: 'eventual' },
};

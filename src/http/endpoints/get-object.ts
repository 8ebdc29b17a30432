import type { SchemaRegistry } from '../../codec/declarations/schema-registry';
import { requireReaderOfAll } from '../../core/access/data-access';
import { parseCellName } from '../../core/objects/cell-name';
import type { GetObject, GetObjectAnswer, GetObjectRequest } from '../../operations/objects/get-object';
import type { ApiRequest } from '../api-request';
import {
  CONSISTENCY_PARAMETERS,
  EVIDENCE_EXAMPLE,
  EVIDENCE_HEADERS,
  READ_ERRORS,
} from '../openapi/consistency-documentation';
import { addEvidenceToNotFound } from '../consistency/evidence';
import type { ConsistencyRules } from '../../core/consistency/compile-choice';
import { readConsistency } from '../consistency/read-consistency';
import type { Endpoint } from '../endpoint';
import { generationsOfQuery } from './generations';
import { objectJsonResponse } from './object-response';
import { schemaRef } from '../schemas/component-schemas';
import {
  CELL_EXAMPLE,
  GENERATIONS_HEADER,
  GENERATIONS_PARAMETER,
  QUERY_FIELDS,
  OBJECT_PARAMETERS,
  OBJECT_PATH,
  VERSIONS_PARAMETER,
} from '../openapi/object-documentation';

export interface GetObjectDependencies {
  readonly operation: GetObject;
  readonly schema: SchemaRegistry;
  readonly rules: ConsistencyRules;
  readonly limits: { readonly versionsMax: number };
}

export function getObject(parts: GetObjectDependencies): Endpoint {
  const { schema, rules, limits } = parts;
  return {
    method: 'GET',
    path: OBJECT_PATH,
    operationId: 'getObject',
    summary: 'Read cells of an object',
    tag: 'Objects',
    access: 'objects:read',
    dataAccess: {
      needs: 'reader',
      dataTypes:
        'each selected DataType; without a selection, of each DataType of the corpus that holds objects',
    },
    parameters: [
      ...OBJECT_PARAMETERS,
      {
        in: 'query',
        name: 'dataTypes',
        description:
          'Cells to read, separated by commas: a DataType (`profile`) for all its SubTypes, or one cell (`profile/main`). ' +
          'Default: every DataType of the corpus that holds objects.',
        schema: { type: 'string' },
        example: 'profile,embedding/model-a',
      },
      VERSIONS_PARAMETER,
      GENERATIONS_PARAMETER,
      ...CONSISTENCY_PARAMETERS,
    ],
    response: {
      status: 200,
      description: 'The cells that exist, at least one.',
      forms: {
        'application/json': {
          schema: schemaRef('ObjectAnswer'),
          example: { cells: [CELL_EXAMPLE], consistency: EVIDENCE_EXAMPLE },
        },
      },
      headers: [...EVIDENCE_HEADERS, GENERATIONS_HEADER],
    },
    errors: [
      'unknown_corpus',
      'unknown_data_type',
      'object_not_found',
      'generation_not_found',
      'no_consent',
      'answer_too_large',
      ...READ_ERRORS,
    ],
    async handle(request) {
      const corpus = request.param('corpus');
      const select = request.list('dataTypes')?.map(parseSelector) ?? allSelectors(schema, corpus);
      const versions = request.integer('versions', 1, limits.versionsMax) ?? 1;
      const consistency = readConsistency(request, rules);
      const wanted = {
        corpus,
        id: request.param('id'),
        select,
        fields: QUERY_FIELDS,
        versions,
        generations: generationsOfQuery(request),
        consistency,
      } as const;
      const answer = await readObject(request, wanted, { ...parts, field: 'dataTypes' });
      return objectJsonResponse(request, answer, { schema, corpus, tokens: rules.tokens });
    },
  };
}

/** Reads an object for a request, whatever its form: checks the caller's rights, and calls the operation. */
export async function readObject(
  request: ApiRequest,
  wanted: GetObjectRequest,
  {
    operation,
    schema,
    rules,
    field,
  }: Pick<GetObjectDependencies, 'operation' | 'schema' | 'rules'> & { readonly field: string },
): Promise<GetObjectAnswer> {
  const touched = wanted.select.map((each) => schema.dataType(wanted.corpus, each.dataType, field));
  request.accesses('read', [wanted.id], touched);
  requireReaderOfAll(request.caller, touched, { field, advice: `select others with ${field}` });
  const answer = await addEvidenceToNotFound(operation(wanted, request.callOptions), rules.tokens);
  request.omits(wanted.id, answer.omitted);
  return answer;
}

type Selectors = GetObjectRequest['select'];

function parseSelector(text: string): Selectors[number] {
  const { dataType, subType } = parseCellName(text, 'dataTypes');
  return subType === undefined ? { dataType } : { dataType, subTypes: [subType] };
}

/** Returns the selection of every DataType of the corpus that holds objects. */
export function allSelectors(schema: SchemaRegistry, corpus: string): Selectors {
  const objects = schema.corpus(corpus).dataTypes.filter(({ events }) => events === undefined);
  return objects.map(({ family }) => ({ dataType: family }));
}

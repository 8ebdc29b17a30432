import type { SchemaRegistry } from '../../codec/declarations/schema-registry';
import { requireReader } from '../../core/access/data-access';
import { invalidArgument } from '../../errors';
import type { GetObject } from '../../operations/objects/get-object';
import {
  CONSISTENCY_PARAMETERS,
  EVIDENCE_EXAMPLE,
  EVIDENCE_HEADERS,
  READ_ERRORS,
} from '../openapi/consistency-documentation';
import { encodeEvidence, addEvidenceToNotFound } from '../consistency/evidence';
import type { ConsistencyRules } from '../../core/consistency/compile-choice';
import { readConsistency } from '../consistency/read-consistency';
import { protobufResponse, type Endpoint } from '../endpoint';
import { generationHeaders, generationsOfQuery } from './generations';
import { objectJsonResponse } from './object-response';
import { schemaRef } from '../schemas/component-schemas';
import {
  CELL_EXAMPLE,
  CELL_PARAMETERS,
  CELL_PATH,
  GENERATIONS_HEADER,
  GENERATIONS_PARAMETER,
  PATH_FIELDS,
  VERSIONS_PARAMETER,
} from '../openapi/object-documentation';

interface Dependencies {
  readonly operation: GetObject;
  readonly schema: SchemaRegistry;
  readonly rules: ConsistencyRules;
  readonly limits: { readonly versionsMax: number };
}

export function getCell({ operation, schema, rules, limits }: Dependencies): Endpoint {
  return {
    method: 'GET',
    path: CELL_PATH,
    operationId: 'getCell',
    summary: 'Read one cell of an object',
    description:
      'Returns the newest versions of the cell. A protobuf answer is the newest version alone; the header `x-tidemark-timestamp-ms` ' +
      'has its version.',
    tag: 'Objects',
    access: 'objects:read',
    dataAccess: { needs: 'reader', dataTypes: 'the DataType' },
    highVolume: true,
    parameters: [...CELL_PARAMETERS, VERSIONS_PARAMETER, GENERATIONS_PARAMETER, ...CONSISTENCY_PARAMETERS],
    response: {
      status: 200,
      description: 'The requested versions that exist, newest first.',
      forms: {
        'application/json': {
          schema: schemaRef('ObjectAnswer'),
          example: { cells: [CELL_EXAMPLE], consistency: EVIDENCE_EXAMPLE },
        },
        'application/x-protobuf': {},
      },
      headers: ['x-tidemark-timestamp-ms', ...EVIDENCE_HEADERS, GENERATIONS_HEADER],
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
      const versions = request.integer('versions', 1, limits.versionsMax) ?? 1;
      const isJson = request.accepted === 'application/json';
      if (!isJson && versions > 1) throw invalidArgument('versions', 'must be 1 for a protobuf body');
      const cell = { dataType: request.param('dataType'), subTypes: [request.param('subType')] };
      const wanted = {
        corpus: request.param('corpus'),
        id: request.param('id'),
        select: [cell],
        fields: PATH_FIELDS,
        versions,
        generations: generationsOfQuery(request),
        consistency: readConsistency(request, rules),
      };
      const dataType = schema.dataType(wanted.corpus, cell.dataType);
      request.accesses('read', [wanted.id], [dataType]);
      requireReader(request.caller, dataType);
      const answer = await addEvidenceToNotFound(operation(wanted, request.callOptions), rules.tokens);
      const { tokens } = rules;
      if (isJson) return objectJsonResponse(request, answer, { schema, corpus: wanted.corpus, tokens });
      const { value, timestampMs } = answer.cells[0]!;
      const { headers } = encodeEvidence(answer.evidence, tokens);
      const version = ['x-tidemark-timestamp-ms', String(timestampMs)];
      return protobufResponse(withoutSurroundings(value), [
        ...version,
        ...headers,
        ...generationHeaders(answer),
      ]);
    },
  };
}

/** A value that is a smaller share of the received buffer than this is copied. */
const SHARE_MIN = 1 / 4;

/** Returns the value without the rest of a much larger buffer, which a slow reader would keep in memory. */
function withoutSurroundings(value: Buffer): Buffer {
  return value.length < SHARE_MIN * value.buffer.byteLength ? Buffer.from(value) : value;
}

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
import { jsonWithEvidence, encodeEvidence, addEvidenceToNotFound } from '../consistency/evidence';
import type { ConsistencyRules } from '../../core/consistency/compile-choice';
import { readConsistency } from '../consistency/read-consistency';
import type { Endpoint } from '../endpoint';
import { schemaRef } from '../schemas/component-schemas';
import {
  CELL_EXAMPLE,
  CELL_PARAMETERS,
  CELL_PATH,
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
    parameters: [...CELL_PARAMETERS, VERSIONS_PARAMETER, ...CONSISTENCY_PARAMETERS],
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
      headers: ['x-tidemark-timestamp-ms', ...EVIDENCE_HEADERS],
    },
    errors: ['unknown_corpus', 'unknown_data_type', 'object_not_found', 'answer_too_large', ...READ_ERRORS],
    async handle(request) {
      const versions = request.integer('versions', 1, limits.versionsMax) ?? 1;
      const form = request.accepted === 'application/json' ? 'json' : 'protobuf';
      if (form === 'protobuf' && versions > 1)
        throw invalidArgument('versions', 'must be 1 for a protobuf body');
      const cell = { dataType: request.param('dataType'), subTypes: [request.param('subType')] };
      const wanted = {
        corpus: request.param('corpus'),
        id: request.param('id'),
        select: [cell],
        fields: PATH_FIELDS,
        versions,
        form,
        consistency: readConsistency(request, rules),
      };
      requireReader(request.caller, schema.dataType(wanted.corpus, cell.dataType));
      const answer = await addEvidenceToNotFound(
        operation({ ...wanted, form }, request.callOptions),
        rules.tokens,
      );
      if (form === 'json') return jsonWithEvidence(answer, rules.tokens);
      const [newest] = answer.cells;
      const { headers } = encodeEvidence(answer.evidence, rules.tokens);
      return {
        status: 200,
        mediaType: 'application/x-protobuf',
        body: newest?.value as Buffer,
        headers: ['x-tidemark-timestamp-ms', String(newest?.timestampMs), ...headers],
      };
    },
  };
}

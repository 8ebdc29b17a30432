import type { SchemaRegistry } from '../../codec/declarations/schema-registry';
import { requireWriter } from '../../core/access/data-access';
import type { TokenCodec } from '../../core/tokens/token-codec';
import { TIMESTAMP_MS_MAX } from '../../operations/objects/object-rules';
import type { PutObject, PutObjectRequest } from '../../operations/objects/put-object';
import type { ApiRequest } from '../api-request';
import {
  TOKEN_EXAMPLE,
  VERSIONED_WRITE_ERRORS,
  WRITE_TOKEN_PARAMETER,
} from '../openapi/consistency-documentation';
import { accessLocationOf } from '../access/access-location';
import { ACCESS_LOCATION_PARAMETER } from '../openapi/location-documentation';
import { readWriteToken, TOKEN_HEADER } from '../consistency/read-consistency';
import { jsonResponse, type Endpoint } from '../endpoint';
import { schemaRef } from '../schemas/component-schemas';
import { anyObject } from '../schemas/parts';
import {
  CELL_PARAMETERS,
  CELL_PATH,
  PROFILE_EXAMPLE,
  TIMESTAMP_PARAMETER,
} from '../openapi/object-documentation';

export interface PutObjectEndpointDependencies {
  readonly operation: PutObject;
  readonly schema: SchemaRegistry;
  readonly tokens: TokenCodec;
}

export function putObject(parts: PutObjectEndpointDependencies): Endpoint {
  return {
    method: 'PUT',
    path: CELL_PATH,
    operationId: 'putObject',
    summary: 'Write a cell of an object',
    description:
      'Writes a version of the cell. The body is the message of the DataType, in the proto3 JSON mapping or serialized.',
    tag: 'Objects',
    access: 'objects:write',
    dataAccess: { needs: 'writer', dataTypes: 'the DataType' },
    parameters: [...CELL_PARAMETERS, TIMESTAMP_PARAMETER, WRITE_TOKEN_PARAMETER, ACCESS_LOCATION_PARAMETER],
    request: {
      'application/json': { schema: anyObject, example: PROFILE_EXAMPLE },
      'application/x-protobuf': {},
    },
    response: {
      status: 200,
      description: 'The version that was written.',
      forms: {
        'application/json': {
          schema: schemaRef('PutAnswer'),
          example: { timestampMs: 1_795_239_300_000, token: TOKEN_EXAMPLE },
        },
      },
      headers: [TOKEN_HEADER],
    },
    errors: [
      'unknown_corpus',
      'unknown_data_type',
      'value_too_large',
      'no_consent',
      ...VERSIONED_WRITE_ERRORS,
    ],
    async handle(request) {
      const cell = {
        corpus: request.param('corpus'),
        id: request.param('id'),
        dataType: request.param('dataType'),
        subType: request.param('subType'),
        timestampMs: request.integer('timestampMs', 0, TIMESTAMP_MS_MAX),
        body: bodyOf(request),
      };
      const answer = await writeCell(request, cell, parts);
      return jsonResponse(answer, [TOKEN_HEADER, answer.token]);
    },
  };
}

/** Version that was written, and the token for reads that must contain the write. */
export interface WrittenCell {
  readonly timestampMs: number;
  readonly token: string;
}

/** Writes a cell for a request, whatever its form: checks the caller's rights, and calls the operation. */
export async function writeCell(
  request: ApiRequest,
  cell: PutObjectRequest,
  { operation, schema, tokens }: PutObjectEndpointDependencies,
): Promise<WrittenCell> {
  const dataType = schema.dataType(cell.corpus, cell.dataType);
  request.accesses('change', [cell.id], [dataType]);
  requireWriter(request.caller, dataType);
  const answer = await operation(cell, {
    ...request.callOptions,
    token: readWriteToken(request, tokens),
    accessLocation: accessLocationOf(request),
  });
  return { timestampMs: answer.timestampMs, token: tokens.encode(answer.token) };
}

function bodyOf(request: ApiRequest): Parameters<PutObject>[0]['body'] {
  if (request.mediaType === 'application/json') return { kind: 'json', value: request.json() };
  return { kind: 'protobuf', bytes: request.body };
}

import type { SchemaRegistry } from '../../codec/declarations/schema-registry';
import { requireWriter } from '../../core/access/data-access';
import type { TokenCodec } from '../../core/tokens/token-codec';
import { TIMESTAMP_MS_MAX } from '../../operations/objects/object-rules';
import type { DeleteObject } from '../../operations/objects/delete-object';
import { VERSIONED_WRITE_ERRORS, WRITE_TOKEN_PARAMETER } from '../openapi/consistency-documentation';
import { accessLocationOf } from '../access/access-location';
import { ACCESS_LOCATION_PARAMETER } from '../openapi/location-documentation';
import { readWriteToken, TOKEN_HEADER } from '../consistency/read-consistency';
import type { Endpoint } from '../endpoint';
import { CELL_PARAMETERS, CELL_PATH, TIMESTAMP_PARAMETER } from '../openapi/object-documentation';

interface Dependencies {
  readonly operation: DeleteObject;
  readonly schema: SchemaRegistry;
  readonly tokens: TokenCodec;
}

export function deleteObject({ operation, schema, tokens }: Dependencies): Endpoint {
  return {
    method: 'DELETE',
    path: CELL_PATH,
    operationId: 'deleteObject',
    summary: 'Delete a cell of an object, or one version of it',
    description: 'Deleting a cell that does not exist succeeds.',
    tag: 'Objects',
    access: 'objects:write',
    dataAccess: { needs: 'writer', dataTypes: 'the DataType' },
    parameters: [...CELL_PARAMETERS, TIMESTAMP_PARAMETER, WRITE_TOKEN_PARAMETER, ACCESS_LOCATION_PARAMETER],
    response: { status: 204, description: 'Deleted.', forms: {}, headers: [TOKEN_HEADER] },
    errors: ['unknown_corpus', 'unknown_data_type', ...VERSIONED_WRITE_ERRORS],
    async handle(request) {
      const timestampMs = request.integer('timestampMs', 0, TIMESTAMP_MS_MAX);
      const cell = {
        corpus: request.param('corpus'),
        id: request.param('id'),
        dataType: request.param('dataType'),
        subType: request.param('subType'),
        timestampMs,
      };
      const dataType = schema.dataType(cell.corpus, cell.dataType);
      request.accesses('change', [cell.id], [dataType]);
      requireWriter(request.caller, dataType);
      const { token } = await operation(cell, {
        ...request.callOptions,
        token: readWriteToken(request, tokens),
        accessLocation: accessLocationOf(request),
      });
      return { status: 204, headers: [TOKEN_HEADER, tokens.encode(token)] };
    },
  };
}

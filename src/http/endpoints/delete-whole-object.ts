import type { SchemaRegistry } from '../../codec/declarations/schema-registry';
import { requireWriterOfAll } from '../../core/access/data-access';
import type { TokenCodec } from '../../core/tokens/token-codec';
import { deletableTypes, type DeleteWholeObject } from '../../operations/objects/delete-whole-object';
import { accessLocationOf } from '../access/access-location';
import { readWriteToken, TOKEN_HEADER } from '../consistency/read-consistency';
import type { Endpoint } from '../endpoint';
import { VERSIONED_WRITE_ERRORS, WRITE_TOKEN_PARAMETER } from '../openapi/consistency-documentation';
import { ACCESS_LOCATION_PARAMETER } from '../openapi/location-documentation';
import { OBJECT_PARAMETERS, OBJECT_PATH } from '../openapi/object-documentation';

interface Dependencies {
  readonly operation: DeleteWholeObject;
  readonly schema: SchemaRegistry;
  readonly tokens: TokenCodec;
}

export function deleteWholeObject({ operation, schema, tokens }: Dependencies): Endpoint {
  return {
    method: 'DELETE',
    path: OBJECT_PATH,
    operationId: 'deleteWholeObject',
    summary: 'Delete an object in all its DataTypes',
    description:
      'Deletes all cells of the object at once: no read returns some of them without the others. The events of a user are not part ' +
      'of an object and stay; `DELETE /v1/subjects/{id}` erases them, too. Deleting an object that does not exist succeeds.',
    tag: 'Objects',
    access: 'objects:write',
    dataAccess: { needs: 'writer', dataTypes: 'each DataType of the corpus that holds objects' },
    parameters: [...OBJECT_PARAMETERS, WRITE_TOKEN_PARAMETER, ACCESS_LOCATION_PARAMETER],
    response: { status: 204, description: 'Deleted.', forms: {}, headers: [TOKEN_HEADER] },
    errors: ['unknown_corpus', ...VERSIONED_WRITE_ERRORS],
    async handle(request) {
      const object = { corpus: request.param('corpus'), id: request.param('id') };
      const dataTypes = deletableTypes(schema, object.corpus);
      request.accesses('change', [object.id], dataTypes);
      requireWriterOfAll(request.caller, dataTypes, { field: 'corpus', advice: 'delete single cells' });
      const { token } = await operation(object, {
        ...request.callOptions,
        token: readWriteToken(request, tokens),
        accessLocation: accessLocationOf(request),
      });
      return { status: 204, headers: [TOKEN_HEADER, tokens.encode(token)] };
    },
  };
}

import type { SchemaRegistry } from '../../codec/declarations/schema-registry';
import { corpusView } from '../../core/schema/schema-view';
import { jsonResponse, type Endpoint } from '../endpoint';
import { schemaRef } from '../schemas/component-schemas';

export function getSchema(schema: SchemaRegistry): Endpoint {
  return {
    method: 'GET',
    path: '/v1/schema',
    operationId: 'getSchema',
    summary: 'Get the schema: corpora and DataTypes',
    tag: 'Schema',
    access: 'schema:read',
    response: {
      status: 200,
      description: 'The DataTypes that the proto files declare, by corpus.',
      forms: { 'application/json': { schema: schemaRef('Schema') } },
    },
    errors: [],
    handle: () => jsonResponse({ corpora: schema.corpora().map(corpusView) }),
  };
}

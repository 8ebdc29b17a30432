import type { SchemaRegistry } from '../../codec/declarations/schema-registry';
import { schemaView } from '../../codec/declarations/schema-view';
import { jsonTextResponse, type Endpoint } from '../endpoint';
import { schemaRef } from '../schemas/component-schemas';

export function getSchema(schema: SchemaRegistry): Endpoint {
  let text: Buffer | undefined;
  return {
    method: 'GET',
    path: '/v1/schema',
    operationId: 'getSchema',
    summary: 'Get the schema: corpora and DataTypes',
    tag: 'Schema',
    access: 'schema:read',
    response: {
      status: 200,
      description:
        'The DataTypes that the proto files declare, by corpus, with the fields of their messages.',
      forms: { 'application/json': { schema: schemaRef('Schema') } },
    },
    errors: [],
    // The schema of a process never changes.
    handle: () => jsonTextResponse((text ??= Buffer.from(JSON.stringify(schemaView(schema))))),
  };
}

import { SCOPES } from '../../../core/access/scopes';
import type { StoreMap } from '../../../core/console/store-map';
import { VERSION } from '../../../platform/process/version';
import { jsonResponse, type Endpoint } from '../../endpoint';
import { schemaRef } from '../../schemas/component-schemas';

interface Dependencies {
  readonly region: string | undefined;
  /** Returns the present regions and clusters. */
  readonly storeMap: () => StoreMap;
  /** Whether the store is an embedded Bigtable whose faults can be changed. */
  readonly hasFaults: boolean;
}

export function getConsole({ region, storeMap, hasFaults }: Dependencies): Endpoint {
  return {
    method: 'GET',
    path: '/v1/console',
    operationId: 'getConsole',
    summary: 'Get what the console needs to know of its caller and the store',
    tag: 'Operation',
    access: 'console:read',
    response: {
      status: 200,
      description: 'The caller with its scopes, and the regions and clusters.',
      forms: { 'application/json': { schema: schemaRef('ConsoleContext') } },
    },
    errors: [],
    handle({ caller: { id, scopes } }) {
      const caller = { id, scopes: SCOPES.filter((each) => scopes === 'all' || scopes.has(each)) };
      return jsonResponse({ caller, version: VERSION, region, hasFaults, ...storeMap() });
    },
  };
}

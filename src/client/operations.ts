/** The operations of the API, by their ids in the OpenAPI document. */

export interface Operation {
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  /** Path with `{names}` of parameters. */
  readonly path: string;
  /**
   * Role of tokens in the operation. `read` and `write` accept them, and their answers cover them; `returns`: the answer
   * has one that covers only what the operation wrote.
   */
  readonly token: 'read' | 'write' | 'returns' | 'none';
  /** Whether repeating the request has no further effect, so that it is retried after any passing failure. */
  readonly idempotent: boolean;
}

const get = (path: string, token: Operation['token'] = 'none'): Operation => ({
  method: 'GET',
  path,
  token,
  idempotent: true,
});
const post = (path: string, token: Operation['token'] = 'none'): Operation => ({
  ...get(path, token),
  method: 'POST',
});
const put = (path: string, token: Operation['token'] = 'none'): Operation => ({
  ...get(path, token),
  method: 'PUT',
});
const remove = (path: string, token: Operation['token'] = 'none'): Operation => ({
  ...get(path, token),
  method: 'DELETE',
});
/** A repeated write is a new version, unless the request names the version. */
const versioned = (operation: Operation): Operation => ({ ...operation, idempotent: false });

const OBJECT = '/v1/corpora/{corpus}/objects/{id}';
const CELL = `${OBJECT}/{dataType}/{subType}`;

export const OPERATIONS = {
  postEvents: post('/v1/events', 'returns'),
  queryCounts: post('/v1/counts:query', 'read'),
  batchQueryCounts: post('/v1/counts:batchQuery', 'read'),
  checkCaps: post('/v1/caps:check', 'read'),
  releaseReservations: post('/v1/caps:release'),
  getFatigueFeatures: post('/v1/features:fatigue', 'read'),
  getActiveCampaigns: get('/v1/campaigns/active'),
  putCampaign: versioned(put('/v1/campaigns/{campaignId}', 'write')),
  getCampaign: get('/v1/campaigns/{campaignId}', 'read'),
  deleteCampaign: versioned(remove('/v1/campaigns/{campaignId}', 'write')),
  countCampaigns: post('/v1/campaigns:counts', 'read'),
  listCampaigns: get('/v1/campaigns'),
  putObject: versioned(put(CELL, 'write')),
  getCell: get(CELL, 'read'),
  deleteObject: versioned(remove(CELL, 'write')),
  deleteWholeObject: versioned(remove(OBJECT, 'write')),
  getObject: get(OBJECT, 'read'),
  batchGetObjects: post('/v1/corpora/{corpus}/objects:batchGet', 'read'),
  getLocation: get('/v1/locations/{group}/{objectId}'),
  putLocation: put('/v1/locations/{group}/{objectId}'),
  moveLocations: versioned(post('/v1/locations:move')),
  exportSubject: get('/v1/subjects/{id}/export', 'read'),
  deleteSubject: versioned(remove('/v1/subjects/{id}', 'returns')),
  getErasure: get('/v1/subjects/{id}/erasure'),
  getConsent: get('/v1/subjects/{id}/consent', 'read'),
  putConsent: versioned(put('/v1/subjects/{id}/consent', 'write')),
  getIngestionLag: get('/v1/ingestion/lag'),
  getConsole: get('/v1/console'),
  getConsoleLive: get('/v1/console/live'),
  changeFaults: versioned(post('/v1/console/faults')),
  getOperations: get('/v1/operations'),
  listDeadLetters: get('/v1/dead-letters'),
  replayDeadLetters: versioned(post('/v1/dead-letters:replay')),
  getSchema: get('/v1/schema'),
  getCaller: get('/v1/caller'),
  getHealth: get('/healthz'),
  getReadiness: get('/readyz'),
  getMetrics: get('/metrics'),
  getOpenApi: get('/openapi.json'),
  getIndex: get('/'),
} as const satisfies Readonly<Record<string, Operation>>;

export type OperationId = keyof typeof OPERATIONS;

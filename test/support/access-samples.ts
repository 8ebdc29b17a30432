/** Valid requests for each operation of the API, with the DataTypes that they access, for tests of authorization. */
import { tidemark } from '../gen/tidemark';
import { campaignBody, campaignId } from './campaigns';
import type { SendOptions } from './http-server';
import { acmeProto, dataTypeOptions } from './proto-text';
import { today } from './today';

export interface Sample {
  readonly send: SendOptions;
  /** Status of the answer to a caller with permission. Default: 200. */
  readonly status?: number;
  /** Accessed DataTypes as `corpus/family`. */
  readonly touches?: readonly Touched[];
}

export interface Touched {
  readonly dataType: string;
  readonly as: 'reader' | 'writer';
  /** Field that a rejection names. */
  readonly field: string;
}

/** DataTypes beside the built-in ones: two without a common reader or writer, and one without any. */
export const SAMPLE_PROTOS: Readonly<Record<string, string>> = {
  'acme/v1/vault.proto': acmeProto(
    [vaultType('Left', 'vault', 'left'), vaultType('Right', 'vault', 'right'), sealedType()].join('\n'),
  ),
};

function vaultType(message: string, corpus: string, name: string): string {
  const lists = { readers: `["${name}-readers", "auditors"]`, writers: `["${name}-writers"]` };
  const options = { ...lists, corpus: `"${corpus}"`, family: `"${name}"` };
  return `message ${message} { ${dataTypeOptions(options)} string text = 1; }`;
}

function sealedType(): string {
  return `message Sealed { ${dataTypeOptions({ corpus: '"sealed"', family: '"sealed"' })} string text = 1; }`;
}

const reads = (dataType: string, field = 'dataType'): Touched => ({ dataType, as: 'reader', field });
const writes = (dataType: string, field = 'dataType'): Touched => ({ dataType, as: 'writer', field });

const JSON_TYPE = { 'content-type': 'application/json' };
const post = (path: string, body: object): SendOptions => ({
  method: 'POST',
  path,
  headers: JSON_TYPE,
  body: JSON.stringify(body),
});
const put = (path: string, body: object): SendOptions => ({ ...post(path, body), method: 'PUT' });
const get = (path: string): SendOptions => ({ path });
const remove = (path: string): SendOptions => ({ method: 'DELETE', path });

const USER = 'user-1';
const UUID = '123e4567-e89b-12d3-a456-000000000001';
const AD_EVENT = {
  userId: USER,
  action: 'impression',
  adId: 'ad-1',
  campaignId: 'cmp-1',
  insertionId: 'ins-1',
  eventTime: Date.now() - 60_000,
};
const AD_BATCH = tidemark.v1.AdActionBatch.encode({
  events: [
    {
      userId: USER,
      action: 'impression',
      eventTimeMs: Date.now() - 60_000,
      adId: 'ad-1',
      insertionId: 'ins-2',
    },
  ],
}).finish();
/** Protobuf events of the default type, named by the content type. */
const protobufEvents: SendOptions = {
  method: 'POST',
  path: '/v1/events',
  body: Buffer.from(AD_BATCH),
  headers: { 'content-type': 'application/x-protobuf; messageType=tidemark.v1.AdActionBatch' },
};
const CAMPAIGN_EVENT = {
  dataType: 'campaign_action',
  userId: UUID,
  eventType: 'view',
  campaignId: campaignId(1),
  eventTime: Date.now() - 60_000,
};
const RULE = { level: 'campaign', actions: ['impression'], window: '1d', maximum: 9 };
const CAPS = {
  userId: USER,
  candidates: [{ id: 'one', adId: 'ad-1', campaignId: 'cmp-1', insertionId: 'ins-9' }],
  rules: [RULE],
};
const COUNTS = { actions: ['impression'], windows: ['1d'] };
const CAMPAIGN_COUNTS = { dataType: 'campaign_action', actions: ['view'], windows: ['1d'] };
const FATIGUE = { userId: USER, candidates: [{ adId: 'ad-1' }], levels: ['ad'], windows: ['1d'] };
const LEFT_CELL = '/v1/corpora/vault/objects/one/left/main';
const RIGHT_CELL = '/v1/corpora/vault/objects/one/right/main';
export const CAMPAIGN_CELL = `/v1/campaigns/${campaignId(1)}`;
const TODAY = today();
const AD_ACTION = 'users/ad_action';
const CAMPAIGN_ACTION = 'users/campaign_action';
const CAMPAIGN = 'campaigns/campaign';

/** Requests that write what the reading samples need, sent by a caller with all permissions. */
export const SEEDS: readonly SendOptions[] = [
  put(LEFT_CELL, { text: 'left' }),
  put(RIGHT_CELL, { text: 'right' }),
  put(CAMPAIGN_CELL, campaignBody()),
];

/** By operation; in an order in which each finds what it reads. */
export const SAMPLES: Readonly<Record<string, readonly Sample[]>> = {
  postEvents: [
    { send: post('/v1/events', AD_EVENT), touches: [writes(AD_ACTION)] },
    { send: post('/v1/events', { events: [AD_EVENT, {}] }), touches: [writes(AD_ACTION)] },
    { send: post('/v1/events', CAMPAIGN_EVENT), touches: [writes(CAMPAIGN_ACTION)] },
    { send: protobufEvents, touches: [writes(AD_ACTION, 'content-type')] },
  ],
  queryCounts: [
    { send: post('/v1/counts:query', { ...COUNTS, userId: USER }), touches: [reads(AD_ACTION)] },
    {
      send: post('/v1/counts:query', { ...CAMPAIGN_COUNTS, userId: UUID }),
      touches: [reads(CAMPAIGN_ACTION)],
    },
  ],
  batchQueryCounts: [
    {
      send: post('/v1/counts:batchQuery', { ...COUNTS, users: [USER, 'user-2'] }),
      touches: [reads(AD_ACTION)],
    },
  ],
  checkCaps: [
    { send: post('/v1/caps:check', CAPS), touches: [reads(AD_ACTION)] },
    {
      send: post('/v1/caps:check', { ...CAPS, reserve: { action: 'impression' } }),
      touches: [reads(AD_ACTION)],
    },
  ],
  releaseReservations: [
    {
      send: post('/v1/caps:release', { userId: USER, reservations: ['kD0fYq1vWm3xT7ab'] }),
      touches: [reads(AD_ACTION)],
    },
  ],
  getFatigueFeatures: [{ send: post('/v1/features:fatigue', FATIGUE), touches: [reads(AD_ACTION)] }],
  getActiveCampaigns: [
    { send: get('/v1/campaigns/active'), touches: [reads('campaigns/pacing_snapshot', 'authorization')] },
  ],
  putCampaign: [{ send: put(CAMPAIGN_CELL, campaignBody()), touches: [writes(CAMPAIGN, 'authorization')] }],
  getCampaign: [{ send: get(CAMPAIGN_CELL), touches: [reads(CAMPAIGN, 'authorization')] }],
  listCampaigns: [{ send: get('/v1/campaigns'), touches: [reads(CAMPAIGN, 'authorization')] }],
  countCampaigns: [
    {
      send: post('/v1/campaigns:counts', { campaigns: [campaignId(1)], days: [TODAY] }),
      touches: [reads(CAMPAIGN_ACTION)],
    },
  ],
  putObject: [
    { send: put(LEFT_CELL, { text: 'new' }), touches: [writes('vault/left')] },
    { send: put(RIGHT_CELL, { text: 'new' }), touches: [writes('vault/right')] },
  ],
  getCell: [
    { send: get(LEFT_CELL), touches: [reads('vault/left')] },
    {
      send: { ...get(RIGHT_CELL), headers: { accept: 'application/x-protobuf' } },
      touches: [reads('vault/right')],
    },
  ],
  getObject: [
    {
      send: get('/v1/corpora/vault/objects/one'),
      touches: [reads('vault/left', 'dataTypes'), reads('vault/right', 'dataTypes')],
    },
    {
      send: get('/v1/corpora/vault/objects/one?dataTypes=left/main'),
      touches: [reads('vault/left', 'dataTypes')],
    },
  ],
  batchGetObjects: [
    {
      send: post('/v1/corpora/vault/objects:batchGet', {
        objects: [
          { id: 'one', select: [{ dataType: 'left' }] },
          { id: 'two', select: [{ dataType: 'left' }, { dataType: 'right' }] },
        ],
      }),
      touches: [
        reads('vault/left', 'objects[0].select[0].dataType'),
        reads('vault/right', 'objects[1].select[1].dataType'),
      ],
    },
  ],
  deleteObject: [{ send: remove(LEFT_CELL), status: 204, touches: [writes('vault/left')] }],
  deleteWholeObject: [
    {
      send: remove('/v1/corpora/vault/objects/one'),
      status: 204,
      touches: [writes('vault/left', 'corpus'), writes('vault/right', 'corpus')],
    },
  ],
  deleteCampaign: [
    { send: remove(CAMPAIGN_CELL), status: 204, touches: [writes(CAMPAIGN, 'authorization')] },
  ],
  // The servers of these tests have no placement groups.
  getLocation: [{ send: get('/v1/locations/users/user-1'), status: 404 }],
  moveLocations: [
    { send: post('/v1/locations:move', { group: 'users', objectIds: ['user-1'], to: 'eu' }), status: 404 },
  ],
  putLocation: [{ send: put('/v1/locations/users/user-1', { placement: 'eu' }), status: 404 }],
  exportSubject: [{ send: get('/v1/subjects/user-1/export') }],
  deleteSubject: [{ send: remove('/v1/subjects/erased-user'), status: 202 }],
  getErasure: [{ send: get('/v1/subjects/never-erased/erasure'), status: 404 }],
  putConsent: [
    {
      send: put(`/v1/subjects/${USER}/consent`, { purposes: { ads_measurement: { granted: true } } }),
    },
  ],
  getConsent: [{ send: get(`/v1/subjects/${USER}/consent`) }],
  getIngestionLag: [{ send: get('/v1/ingestion/lag') }],
  getConsole: [{ send: get('/v1/console') }],
  getConsoleLive: [{ send: get('/v1/console/live?count=1') }],
  // The store of these tests is not in the process of the server.
  changeFaults: [{ send: post('/v1/console/faults', { action: 'reset' }), status: 404 }],
  getOperations: [{ send: get('/v1/operations') }],
  // The servers of these tests have no subscription of dead letters.
  listDeadLetters: [{ send: get('/v1/dead-letters'), status: 404 }],
  replayDeadLetters: [{ send: post('/v1/dead-letters:replay', {}), status: 404 }],
  getSchema: [{ send: get('/v1/schema') }],
  getCaller: [{ send: get('/v1/caller') }],
  getMetrics: [{ send: get('/metrics') }],
  getHealth: [{ send: get('/healthz') }],
  getReadiness: [{ send: get('/readyz') }],
  getOpenApi: [{ send: get('/openapi.json') }],
  getIndex: [{ send: get('/') }],
};

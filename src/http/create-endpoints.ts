import type { SchemaRegistry } from '../codec/declarations/schema-registry';
import type { Config } from '../config/index';
import type { CountCampaigns } from '../operations/campaign-counts/count-campaigns';
import type { CampaignOperations } from '../operations/campaigns/create-campaign-operations';
import type { BatchGetObjects } from '../operations/objects/batch-get-objects';
import type { CheckCaps } from '../operations/caps/check-caps';
import type { ReleaseReservations } from '../operations/caps/create-reservation-operations';
import type { BatchCountActions } from '../operations/counts/batch-count-actions';
import type { DeadLetterOperations } from '../operations/console/dead-letters';
import type { EmbeddedFaults } from '../operations/console/embedded-faults';
import type { LiveFeed } from '../operations/console/live-feed';
import type { ReadOperationsStatus } from '../operations/console/operations-status';
import type { StoreMap } from '../core/console/store-map';
import type { CountActions } from '../operations/counts/count-actions';
import type { DeleteObject } from '../operations/objects/delete-object';
import type { DeleteWholeObject } from '../operations/objects/delete-whole-object';
import type { FatigueFeatures } from '../operations/features/fatigue-features';
import type { GetObject } from '../operations/objects/get-object';
import type { IngestEvents } from '../operations/events/ingest-events';
import type { RequestMoves } from '../operations/residency/request-moves';
import type { ErasureOperations } from '../operations/privacy/create-erasure-operations';
import type { ConsentOperations } from '../operations/privacy/consent';
import type { LocationOperations } from '../operations/residency/location-operations';
import type { ReadProgress } from '../operations/lag/read-progress';
import type { PacingWatch } from '../operations/pacing/pacing-watch';
import type { PutObject } from '../operations/objects/put-object';
import type { ExportSubject } from '../operations/subjects/export-subject';
import type { Clock } from '../platform/time/clock';
import type { ConsistencyRules } from '../core/consistency/compile-choice';
import { CONSOLE_PATH } from './console/console-endpoint';
import type { Endpoint } from './endpoint';
import { batchGetObjects } from './endpoints/batch-get-objects';
import { batchQueryCounts } from './endpoints/batch-query-counts';
import { checkCaps } from './endpoints/check-caps';
import { countCampaigns } from './endpoints/campaigns/count-campaigns';
import { changeFaults } from './endpoints/console/change-faults';
import { listDeadLettersEndpoint, replayDeadLettersEndpoint } from './endpoints/console/dead-letters';
import { getConsole } from './endpoints/console/get-console';
import { getConsoleLive } from './endpoints/console/get-console-live';
import { getOperations } from './endpoints/console/get-operations';
import { deleteCampaign } from './endpoints/campaigns/delete-campaign';
import { deleteObject } from './endpoints/delete-object';
import { deleteWholeObject } from './endpoints/delete-whole-object';
import { documentationEndpoints } from './openapi/documentation-endpoints';
import { getFatigueFeatures } from './endpoints/get-fatigue-features';
import { getCaller } from './endpoints/get-caller';
import { getCampaign } from './endpoints/campaigns/get-campaign';
import { getActiveCampaigns } from './endpoints/campaigns/get-active-campaigns';
import { getCell } from './endpoints/get-cell';
import { getLocation } from './endpoints/locations/get-location';
import { moveLocations } from './endpoints/locations/move-locations';
import { putLocation } from './endpoints/locations/put-location';
import { deleteSubject } from './endpoints/subjects/delete-subject';
import { getErasure } from './endpoints/subjects/get-erasure';
import { getConsent } from './endpoints/subjects/get-consent';
import { putConsent } from './endpoints/subjects/put-consent';
import { getIngestionLag } from './endpoints/get-ingestion-lag';
import { getMetrics } from './endpoints/get-metrics';
import { getObject } from './endpoints/get-object';
import { getSchema } from './endpoints/get-schema';
import { getHealth, getReadiness } from './endpoints/health';
import { listCampaigns } from './endpoints/campaigns/list-campaigns';
import { postEvents } from './endpoints/post-events';
import { putCampaign } from './endpoints/campaigns/put-campaign';
import { putObject } from './endpoints/put-object';
import { queryCounts } from './endpoints/query-counts';
import { releaseReservations } from './endpoints/release-reservations';
import { exportSubject } from './endpoints/subjects/export-subject';
import { vocabularyOf } from './schemas/vocabulary';
import { withSubjectAccess } from './endpoints/subjects/subject-access';

/** Operations, schema, clock and limits that the endpoints use. */
export interface EndpointDependencies
  extends CampaignOperations, ConsentOperations, ErasureOperations, LocationOperations {
  readonly ingestEvents: IngestEvents;
  readonly readProgress: ReadProgress;
  readonly pacingWatch: PacingWatch;
  readonly countActions: CountActions;
  readonly batchCountActions: BatchCountActions;
  readonly countCampaigns: CountCampaigns;
  readonly fatigueFeatures: FatigueFeatures;
  readonly checkCaps: CheckCaps;
  readonly releaseReservations: ReleaseReservations;
  readonly putObject: PutObject;
  readonly getObject: GetObject;
  readonly deleteObject: DeleteObject;
  readonly deleteWholeObject: DeleteWholeObject;
  readonly batchGetObjects: BatchGetObjects;
  readonly requestMoves: RequestMoves;
  readonly exportSubject: ExportSubject;
  readonly liveFeed: LiveFeed;
  readonly readOperationsStatus: ReadOperationsStatus;
  /** Absent: the server reads no dead letters. */
  readonly deadLetterOperations?: DeadLetterOperations | undefined;
  /** Returns the present regions and clusters of the store. */
  readonly storeMap: () => StoreMap;
  /** Control of the embedded Bigtable. Absent: the store is another one. */
  readonly faults?: EmbeddedFaults | undefined;
  /** Region of the server. */
  readonly region?: string | undefined;
  readonly schema: SchemaRegistry;
  readonly rules: ConsistencyRules;
  /** Returns the metrics in the Prometheus text format. */
  readonly metrics: () => Promise<string>;
  readonly clock: Clock;
  /** Throws an error with the reason if this server cannot serve requests. */
  readonly checkReady: () => Promise<void>;
  readonly config: Pick<
    Config,
    | 'events'
    | 'counts'
    | 'caps'
    | 'objects'
    | 'features'
    | 'campaigns'
    | 'campaignCounts'
    | 'pacing'
    | 'subjects'
    | 'console'
  >;
}

/** Dependencies of the handlers that HTTP and gRPC share. */
export function sharedDependencies({ schema, rules, config, ...operations }: EndpointDependencies) {
  const { tokens } = rules;
  const { timeoutPerEventMs: perEventMs, longestTimeoutMs: longestMs } = config.events;
  const { ingestEvents, releaseReservations } = operations;
  const capLimits = { ...config.events, ...config.counts, ...config.caps };
  return {
    postEvents: {
      ingestEvents,
      tokens,
      schema,
      limits: config.events,
      deadline: { perEventMs, longestMs },
    },
    releaseReservations: { releaseReservations, schema, limits: capLimits },
    putObject: { operation: operations.putObject, schema, tokens },
    getObject: { operation: operations.getObject, schema, rules, limits: config.objects },
    batchGetObjects: { operation: operations.batchGetObjects, schema, rules, limits: config.objects },
  };
}

/** Returns all endpoints of the API. */
export function createEndpoints(parts: EndpointDependencies): readonly Endpoint[] {
  const { schema, clock, rules, config } = parts;
  const { tokens } = rules;
  const counts = { schema, clock, rules, limits: { ...config.events, ...config.counts } };
  const capLimits = { ...config.events, ...config.counts, ...config.caps };
  const shared = sharedDependencies(parts);
  const endpoints = [
    postEvents(shared.postEvents),
    queryCounts(parts.countActions, counts),
    batchQueryCounts(parts.batchCountActions, counts),
    checkCaps({ checkCaps: parts.checkCaps, schema, clock, rules, limits: capLimits }),
    releaseReservations(shared.releaseReservations),
    getFatigueFeatures({
      fatigueFeatures: parts.fatigueFeatures,
      schema,
      clock,
      rules,
      limits: { ...config.events, ...config.counts, ...config.features },
    }),
    // Comes before the endpoint with the path parameter, which would match `active` as well.
    getActiveCampaigns({ watch: parts.pacingWatch, schema, settings: config.pacing }),
    putCampaign({ operation: parts.putCampaign, schema, tokens }),
    getCampaign({ operation: parts.getCampaign, schema, rules }),
    deleteCampaign({ operation: parts.deleteCampaign, schema, tokens }),
    countCampaigns({
      countCampaigns: parts.countCampaigns,
      schema,
      clock,
      rules,
      limits: { ...config.events, ...config.campaignCounts },
    }),
    listCampaigns({ operation: parts.listCampaigns, schema, limits: config.campaigns }),
    putObject(shared.putObject),
    getCell(shared.getObject),
    deleteObject({ operation: parts.deleteObject, schema, tokens }),
    deleteWholeObject({ operation: parts.deleteWholeObject, schema, tokens }),
    getObject(shared.getObject),
    batchGetObjects(shared.batchGetObjects),
    getLocation(parts.getLocation),
    putLocation(parts.assignLocation),
    moveLocations(parts.requestMoves),
    exportSubject({ operation: parts.exportSubject, rules, limits: config.subjects }),
    deleteSubject({ operation: parts.eraseSubject, tokens }),
    getErasure(parts.getErasure),
    getConsent({ operation: parts.getConsent, rules }),
    putConsent({ operation: parts.setConsent, tokens }),
    getIngestionLag(parts.readProgress),
    getSchema(schema),
    getCaller(),
    ...consoleEndpoints(parts),
    getHealth(),
    getReadiness(parts.checkReady),
    getMetrics(parts.metrics),
  ];
  const personal = schema.dataTypes().filter(({ lawfulBasis }) => lawfulBasis !== 'not_personal');
  const logged = endpoints.map((each) =>
    each.tag === 'Subjects' ? withSubjectAccess(each, personal) : each,
  );
  const consolePath = config.console.enabled ? CONSOLE_PATH : undefined;
  return [
    ...logged,
    ...documentationEndpoints(logged, { names: vocabularyOf(schema.dataTypes()), consolePath }),
  ];
}

/** Returns the endpoints that the console reads beside the data API. A server without a console has them, too. */
function consoleEndpoints(parts: EndpointDependencies): readonly Endpoint[] {
  const { liveFeed, readOperationsStatus, storeMap, faults, region, config } = parts;
  return [
    getConsole({ region, storeMap, hasFaults: faults !== undefined }),
    getConsoleLive({ feed: liveFeed, limits: config.console }),
    changeFaults({ faults, limits: config.console }),
    getOperations(readOperationsStatus),
    listDeadLettersEndpoint(parts.deadLetterOperations),
    replayDeadLettersEndpoint(parts.deadLetterOperations),
  ];
}

import type { SchemaRegistry } from './codec/declarations/schema-registry';
import type { Config } from './config/index';
import type { ServerAccess } from './http/access/open-access';
import type { AccessLog } from './operations/privacy/access-log';
import { createBatchGetObjects, type BatchGetObjects } from './operations/objects/batch-get-objects';
import type { BatchCountActions } from './operations/counts/batch-count-actions';
import type { CountActions } from './operations/counts/count-actions';
import { createCountOperations } from './operations/counts/create-count-operations';
import { campaignObjectChecks } from './operations/campaigns/campaign-object-checks';
import {
  createCampaignOperations,
  type CampaignOperations,
} from './operations/campaigns/create-campaign-operations';
import { createCountCampaigns, type CountCampaigns } from './operations/campaign-counts/count-campaigns';
import { DEFAULTS } from './config/defaults';
import type { CorruptionObserver } from './operations/campaign-counts/corrupted-sketches';
import { createCapsOperations, type CapsOperations } from './operations/caps/create-caps-operations';
import {
  createLocationOperations,
  type LocationOperations,
} from './operations/residency/location-operations';
import type { ConsentOperations } from './operations/privacy/consent';
import { createConsentWithLedger } from './operations/privacy/create-consent-operations';
import { observeOmissions } from './operations/privacy/observe-omissions';
import type { ReadProgress } from './operations/lag/read-progress';
import type { ServerLag } from './operations/lag/server-lag';
import { createDeleteObject, type DeleteObject } from './operations/objects/delete-object';
import { createDeleteWholeObject, type DeleteWholeObject } from './operations/objects/delete-whole-object';
import { createFatigueFeatures, type FatigueFeatures } from './operations/features/fatigue-features';
import { createGetObject, type GetObject } from './operations/objects/get-object';
import type { Ingestion } from './operations/events/create-ingestion';
import type { IngestEvents } from './operations/events/ingest-events';
import { withSpan } from './operations/shared/instrumented-operation';
import type { Pacing } from './operations/pacing/create-pacing';
import { createPacingWatch, type PacingWatch } from './operations/pacing/pacing-watch';
import type { GenerationPointers } from './operations/generations/served-generations';
import { createPutObject, type PutObject } from './operations/objects/put-object';
import {
  createErasureOperations,
  type ErasureOperations,
} from './operations/privacy/create-erasure-operations';
import { createExportSubject, type ExportSubject } from './operations/subjects/export-subject';
import type { Clock } from './platform/time/clock';
import type { Logger } from './platform/telemetry/logger';
import { systemRandom } from './platform/random';
import type { Telemetry } from './platform/telemetry/telemetry';
import {
  createConsoleOperations,
  type ConsoleOperations,
} from './operations/console/create-console-operations';
import type { DeadLetterSource } from './operations/console/dead-letters';
import type { EmbeddedFaults } from './operations/console/embedded-faults';
import type { StoreMap } from './core/console/store-map';
import { createRequestMoves, type RequestMoves } from './operations/residency/request-moves';
import { describeStore } from './store/describe-store';
import { missingForMovesIn } from './store/placement-moves';
import { ledgerKeysOf } from './store/privacy-keys';
import type { Store } from './store/open-store';

/** Operations of the API. */
export interface Operations
  extends
    CapsOperations,
    CampaignOperations,
    ConsentOperations,
    ConsoleOperations,
    ErasureOperations,
    LocationOperations {
  readonly requestMoves: RequestMoves;
  readonly exportSubject: ExportSubject;
  readonly storeMap: () => StoreMap;
  readonly ingestEvents: IngestEvents;
  readonly countActions: CountActions;
  readonly batchCountActions: BatchCountActions;
  readonly countCampaigns: CountCampaigns;
  readonly readProgress: ReadProgress;
  readonly pacingWatch: PacingWatch;
  readonly fatigueFeatures: FatigueFeatures;
  readonly putObject: PutObject;
  readonly getObject: GetObject;
  readonly deleteObject: DeleteObject;
  readonly deleteWholeObject: DeleteWholeObject;
  readonly batchGetObjects: BatchGetObjects;
}

/** Parts of the app, which its operations share. */
export interface AppDependencies {
  readonly config: Config;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly telemetry: Telemetry;
  readonly schema: SchemaRegistry;
  readonly store: Store;
  readonly ingestion: Ingestion;
  readonly lag: ServerLag;
  readonly generations: GenerationPointers;
  readonly corruption: CorruptionObserver;
  readonly access: ServerAccess;
  readonly accessLog: AccessLog | undefined;
  readonly warmUp: () => Promise<void>;
  readonly allMetrics: () => Promise<string>;
  readonly faults: EmbeddedFaults | undefined;
  readonly deadLetters: DeadLetterSource | undefined;
}

/** Creates the operations of the API. `pacing` is absent if this process does not pace campaigns. */
export function createOperations(base: AppDependencies, pacing: Pacing | undefined): Operations {
  const { config, clock, logger, telemetry, schema, store, ingestion, lag, generations, corruption } = base;
  const { readProgress } = lag;
  const { tracing, metrics } = telemetry;
  const { reader, cells, scanner } = store;
  const keys = ledgerKeysOf(config.privacy);
  const privacy = { store, clock, random: systemRandom, config, tracing, keys };
  const onOmission = observeOmissions(metrics);
  const objects = { reader, cells, generations, schema, clock, limits: config.objects, onOmission };
  const campaigns = { reader, cells, scanner, schema, clock, limits: config.campaigns };
  const checks = campaignObjectChecks(campaigns);
  const counting = createCountOperations({ reader, clock, config, metrics, onOmission });
  const countCampaigns = createCountCampaigns({
    reader,
    partsOf: store.sketchTables.counted,
    clock,
    readProgress,
    limits: config.campaignCounts,
    tokens: config.tokens,
    observer: corruption,
  });
  return {
    ingestEvents: lag.trackRequests(ingestion.ingestEvents),
    readProgress,
    pacingWatch: createPacingWatch({
      reader,
      clock,
      logger,
      metrics,
      random: systemRandom,
      limits: config.pacing,
    }),
    countActions: withSpan(tracing, 'count actions', counting.countActions),
    batchCountActions: withSpan(tracing, 'batch count actions', counting.batchCountActions),
    countCampaigns: withSpan(tracing, 'count campaigns', countCampaigns),
    ...createCapsOperations({ ...base, ...store, eventsObserver: { onOmission } }),
    ...createCampaignOperations({ ...campaigns, tracing, onWritten: () => pacing?.onCampaignsWritten() }),
    requestMoves: withSpan(
      tracing,
      'request moves',
      createRequestMoves({
        ...store,
        missingForMoves: (name) => missingForMovesIn(store.topology, name),
        clock,
        random: systemRandom,
        limits: { ...DEFAULTS.moves, idBytesMax: config.objects.idBytesMax },
      }),
    ),
    ...createConsentWithLedger({ ...privacy, schema }),
    ...createErasureOperations({ ...privacy, corpora: schema.corpora() }),
    ...createLocationOperations({ residency: store.residency, limits: config.objects, tracing }),
    fatigueFeatures: withSpan(
      tracing,
      'fatigue features',
      createFatigueFeatures(counting.readUserEvents, clock),
    ),
    exportSubject: createExportSubject({ ...base, ...store }),
    ...createConsoleOperations({
      ...privacy,
      ...base,
      scanner,
      corpora: schema.corpora(),
      eventTypes: schema.eventTypes(),
      placementGroups: () => store.residency?.rules().groups.size ?? 0,
    }),
    storeMap: () => describeStore(store.topology),
    putObject: withSpan(tracing, 'put object', createPutObject({ ...objects, checks })),
    getObject: withSpan(tracing, 'get object', createGetObject(objects)),
    deleteObject: withSpan(tracing, 'delete object', createDeleteObject(objects)),
    deleteWholeObject: withSpan(tracing, 'delete whole object', createDeleteWholeObject(objects)),
    batchGetObjects: withSpan(tracing, 'batch get objects', createBatchGetObjects(objects)),
  };
}

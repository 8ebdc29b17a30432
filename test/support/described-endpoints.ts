import { loadSchema } from '../../src/codec/declarations/schema-registry';
import { loadConfig } from '../../src/config/index';
import { EMPTY_TOKEN } from '../../src/core/tokens/write-token';
import type { Endpoint } from '../../src/http/endpoint';
import { createOpenApiDocument } from '../../src/http/openapi/openapi-document';
import { vocabularyOf, type Vocabulary } from '../../src/http/schemas/vocabulary';
import type { OpenApiDocument } from './api-contract';
import { createEndpoints } from '../../src/http/create-endpoints';
import { systemClock } from '../../src/platform/time/clock';

/** Names that the built-in proto files declare. */
export function builtInVocabulary(): Vocabulary {
  return vocabularyOf(loadSchema().dataTypes());
}

/** OpenAPI document of these endpoints, as a server with these names sends it; by default, those of the built-in proto files. */
export function openApiDocumentOf(
  endpoints: readonly Endpoint[],
  names: Vocabulary = builtInVocabulary(),
): OpenApiDocument {
  const document = createOpenApiDocument(endpoints, names);
  return JSON.parse(JSON.stringify(document)) as OpenApiDocument;
}

/** Endpoints to be described, not called. */
export function describedEndpoints(): readonly Endpoint[] {
  const uncalled = (): Promise<never> => Promise.reject(new Error('not to be called'));
  return createEndpoints({
    ingestEvents: uncalled,
    readProgress: uncalled,
    pacingWatch: { current: uncalled, waitForChange: uncalled, stop: uncalled },
    countCampaigns: uncalled,
    countActions: uncalled,
    batchCountActions: uncalled,
    checkCaps: uncalled,
    releaseReservations: uncalled,
    fatigueFeatures: uncalled,
    putCampaign: uncalled,
    getCampaign: uncalled,
    deleteCampaign: uncalled,
    listCampaigns: uncalled,
    putObject: uncalled,
    getObject: uncalled,
    deleteObject: uncalled,
    deleteWholeObject: uncalled,
    batchGetObjects: uncalled,
    getLocation: uncalled,
    assignLocation: uncalled,
    requestMoves: uncalled,
    exportSubject: () => {
      throw new Error('not to be called');
    },
    eraseSubject: uncalled,
    getErasure: uncalled,
    getConsent: uncalled,
    setConsent: uncalled,
    recordConsent: uncalled,
    checkConsent: () => undefined,
    liveFeed: {
      watch: () => {
        throw new Error('not to be called');
      },
      watchers: 0,
    },
    readOperationsStatus: uncalled,
    storeMap: () => ({ namesClusters: false, clusters: [], links: [] }),
    checkReady: uncalled,
    schema: loadSchema(),
    rules: { tokens: { encode: () => '', decode: () => EMPTY_TOKEN }, check: () => undefined },
    metrics: () => Promise.resolve(''),
    clock: systemClock,
    config: loadConfig({ BIGTABLE_EMULATOR_HOST: 'localhost:1' }),
  });
}

/** Loads the demo data of `npm start` once, through the operations of the API. */
import { join } from 'node:path';
import type { App } from '../../app';
import { seededRandom } from '../../platform/random';
import { loadDemoCampaigns, type DemoCampaignsSummary } from './demo-campaigns';
import { ingestDemoEvents } from './ingest-demo-events';
import { makeDemoLog, type DemoLogOptions } from './demo-log';
import { readDemoState, writeDemoState } from './demo-state';

export interface DemoSummary {
  readonly users: number;
  readonly deliveries: number;
  readonly redeliveries: number;
  readonly campaigns: DemoCampaignsSummary | undefined;
  /** Whether an earlier start loaded the demo. */
  readonly alreadyLoaded: boolean;
}

interface DemoState {
  readonly log: DemoLogOptions;
  readonly loaded: boolean;
}

const SEED = 20_260_101;
const USERS = 40;
const DAYS = 30;
const CALL_TIMEOUT_MS = 30_000;
/** Users of the demo are in these regions, in turn. */
const LOCALES = ['en-GB', 'en-US', 'de-DE', 'fr-FR', 'ja-JP'] as const;
const TOPICS = ['baking', 'cycling', 'gardening', 'photography', 'travel'] as const;

/**
 * Loads the demo unless an earlier start did. Its state in the data folder is written before the first event and
 * determines the log exactly. An interrupted load is therefore repeated with the same events, which counts none of them
 * twice.
 */
export async function loadDemo(
  { operations, schema }: Pick<App, 'operations' | 'schema'>,
  dataDir: string,
  nowMs: number,
): Promise<DemoSummary> {
  const dataType = schema.eventDataType('ad_action');
  const path = join(dataDir, 'demo.json');
  const state = readDemoState<DemoState>(path) ?? {
    log: { seed: SEED, endMs: nowMs, users: USERS, days: DAYS },
    loaded: false,
  };
  const { deliveries, redeliveries } = makeDemoLog(state.log);
  if (!state.loaded) {
    writeDemoState(path, state);
    await ingestDemoEvents(operations, dataType, deliveries);
    await putProfiles(operations, state.log);
    writeDemoState(path, { ...state, loaded: true });
  }
  const campaigns = await loadDemoCampaigns({ operations, schema }, dataDir, nowMs);
  return {
    users: state.log.users,
    deliveries: deliveries.length,
    redeliveries,
    campaigns,
    alreadyLoaded: state.loaded,
  };
}

async function putProfiles(
  { putObject }: App['operations'],
  { seed, users, endMs }: DemoLogOptions,
): Promise<void> {
  const random = seededRandom(seed);
  for (let user = 1; user <= users; user++) {
    const interests = TOPICS.filter(() => random() < 0.5).map((topic) => ({
      topic,
      score: Math.round(random() * 100) / 100,
    }));
    const locale = LOCALES[(user - 1) % LOCALES.length];
    const value = { locale, interests, updatedAtMs: endMs };
    await putObject(
      {
        corpus: 'users',
        id: `user-${user}`,
        dataType: 'profile',
        subType: 'default',
        timestampMs: endMs,
        body: { kind: 'json', value },
      },
      { timeoutMs: CALL_TIMEOUT_MS },
    );
  }
}

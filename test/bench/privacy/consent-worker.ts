/** Counts and reads objects of consenting users through a store, in a process of its own. */
import '../../../src/platform/process/v8-flags';
import { setCell } from '../../../src/bigtable/write/mutations';
import { loadSchema } from '../../../src/codec/declarations/schema-registry';
import { encodeConsentRecord } from '../../../src/codec/privacy/consent-record';
import { loadConfig } from '../../../src/config/index';
import { EVENTUAL } from '../../../src/core/consistency/consistency';
import { parseCountQuery } from '../../../src/core/counts/parse-count-query';
import { decisionColumn, PRIVACY_FAMILY } from '../../../src/core/privacy/privacy-family';
import { rowKey } from '../../../src/core/rows/row-key';
import { createCountOperations } from '../../../src/operations/counts/create-count-operations';
import { createIngestion } from '../../../src/operations/events/create-ingestion';
import { decodeEventsJson } from '../../../src/codec/events/event-inputs';
import { createGetObject } from '../../../src/operations/objects/get-object';
import { createLogger } from '../../../src/platform/telemetry/logger';
import { systemClock } from '../../../src/platform/time/clock';
import { openServingStore } from '../../../src/store/open-store';
import { answerMessages } from '../answer-messages';
import type { Contestant } from './contestants';

export type ConsentRequest =
  | { readonly kind: 'fill'; readonly users: number }
  | { readonly kind: 'count' | 'object'; readonly users: number; readonly reads: number };

export interface ConsentRun {
  /** CPU time of this process, including all threads, per read. */
  readonly cpuMicros: number;
  /** Sum of all counts, or of the sizes of all values: equal for all contestants. */
  readonly sum: number;
}

const HOUR_MS = 3_600_000;
const IN_FLIGHT = 16;
const EVENTS = 20;

const [contestant, endpoint, nowText] = process.argv.slice(2) as [Contestant, string, string];
const nowMs = Number(nowText);
const config = loadConfig({
  BIGTABLE_EMULATOR_HOST: endpoint,
  TIDEMARK_CONSENT_POLICY: contestant === 'enforce' ? 'enforce' : 'off',
});
const schema = loadSchema();
// Without lawful bases, no corpus is personal, and reads ask for no record.
const corpora = schema
  .corpora()
  .map((corpus) => (contestant === 'none' ? { ...corpus, dataTypes: [] } : corpus));
const logger = createLogger({ level: 'silent', service: 'bench' });
const store = openServingStore({ config, corpora, logger });
const { countActions } = createCountOperations({ reader: store.reader, clock: systemClock, config });
const getObject = createGetObject({
  reader: store.reader,
  schema,
  clock: systemClock,
  limits: config.objects,
});

const userOf = (number: number): string => `user-${number}`;

async function fill(users: number): Promise<void> {
  const ingestion = createIngestion({ store, schema, config });
  const record = encodeConsentRecord({ source: 'C'.repeat(300), recordedAtMs: nowMs });
  const profile = schema.codec(schema.dataType('users', 'profile')).fromJson({ locale: 'id-ID' });
  for (let number = 0; number < users; number++) {
    const userId = userOf(number);
    const events = Array.from({ length: EVENTS }, (_event, at) => ({
      userId,
      action: 'impression',
      adId: `ad-${at}`,
      campaignId: `cmp-${at % 5}`,
      insertionId: `ins-${at}`,
      eventTime: nowMs - at * HOUR_MS,
    }));
    await ingestion.ingestEvents(decodeEventsJson({ events }, { schema, limits: config.events }));
    const mutations = ['ads_measurement', 'ads_personalization'].map((purpose) =>
      setCell(PRIVACY_FAMILY, decisionColumn(purpose, true), (nowMs - 1_000 * HOUR_MS) * 1_000, record),
    );
    mutations.push(setCell('profile', Buffer.from('main'), nowMs * 1_000, profile));
    await store.writer.mutateRow('users', { key: rowKey(userId), mutations });
  }
  await ingestion.close();
}

const rules = {
  ...config.counts,
  ...config.events,
  nowMs,
  eventDataType: schema.eventDataType.bind(schema),
};

async function count(userId: string): Promise<number> {
  const body = { userId, actions: ['impression'], windows: ['1d', '7d'], entities: { campaign: '*' } };
  const { table, omitted } = await countActions({
    query: parseCountQuery(body, rules),
    consistency: EVENTUAL,
  });
  if (omitted.length > 0) throw new Error('the events of a consenting user are left out');
  return table.total.counts.reduce((sum, each) => sum + each, 0);
}

async function read(id: string): Promise<number> {
  const select = [{ dataType: 'profile', subTypes: ['main'] }];
  const { cells } = await getObject({ corpus: 'users', id, select, consistency: EVENTUAL });
  return cells.reduce((sum, { value }) => sum + value.length, 0);
}

async function run({ kind, users, reads }: Extract<ConsentRequest, { reads: number }>): Promise<ConsentRun> {
  const operation = kind === 'count' ? count : read;
  let [next, sum] = [0, 0];
  const cpu = process.cpuUsage();
  const loop = async (): Promise<void> => {
    while (next < reads) {
      const result = await operation(userOf(next++ % users));
      sum += result;
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, loop));
  const { user, system } = process.cpuUsage(cpu);
  return { cpuMicros: (user + system) / reads, sum };
}

answerMessages(
  async (request: ConsentRequest) => (request.kind === 'fill' ? fill(request.users) : run(request)),
  store.warmUp({ timeoutMs: 30_000 }),
);

import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { eventFromNamed, type ActionEvent } from '../../../src/core/events/event';
import type { EventDataType } from '../../../src/core/schema/schema';
import { importFile } from '../../../src/ingest/import/import-file';
import {
  embeddedEventStore,
  googleEventStore,
  importerDependencies,
  type EventStore,
} from '../../support/event-store';
import { registerCampaigns } from '../../support/campaigns';
import {
  AD_QUESTIONS,
  expectEveryCount,
  type ExpectedCounts,
  type QuestionSet,
} from '../../support/every-count';
import { AD_ACTION, CAMPAIGN_ACTION, fieldOf, jsonOf } from '../../support/events';
import { googleBigtableSkipReason } from '../../support/google-bigtable';
import { randomLog } from '../../support/random-log';
import { CAMPAIGN_REFERENCE, deduplicate } from '../../support/reference-counts';

const SEED = 20_261_121;
const skipReason = googleBigtableSkipReason();
const asOfMs = Date.now();

/** Returns the same id for the same text. */
function uuidOf(text: string): string {
  const hex = createHash('md5').update(text).digest('hex');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** The same log as seen by those who bill campaigns. */
function asCampaignActions(log: readonly ActionEvent[]): ActionEvent[] {
  return log.map((event) => {
    const sessionId = fieldOf(event, 'sessionId');
    const ids = {
      campaignId: uuidOf(fieldOf(event, 'campaignId')!),
      ...(sessionId !== undefined && { sessionId: uuidOf(sessionId) }),
    };
    const action = event.action === 'click' ? 'click' : 'view';
    const { eventTimeMs, userId } = event;
    return eventFromNamed(CAMPAIGN_ACTION.events, { userId: uuidOf(userId), action, eventTimeMs, ids });
  });
}

const CAMPAIGN_QUESTIONS: QuestionSet = {
  dataType: 'campaign_action',
  reference: CAMPAIGN_REFERENCE,
  questions(userId) {
    const some = ['cmp-0', 'cmp-2', 'unseen'].map(uuidOf);
    const sessions = ['s-1', 's-2', 's-again'].map(uuidOf);
    const both = { userId, actions: ['view', 'click'] };
    return [[], ['action'], ['sessionId'], ['campaign', 'action']].flatMap((groupBy) => [
      { ...both, entities: { campaign: '*' }, groupBy },
      { ...both, entities: { campaign: some }, where: { sessionId: sessions }, groupBy },
      {
        ...both,
        entities: { campaign: some },
        where: { sessionId: { in: sessions, optional: true } },
        groupBy,
      },
      {
        userId,
        actions: ['view'],
        where: { campaign: some, sessionId: '*' },
        entities: { campaign: '*' },
        groupBy,
      },
    ]);
  },
};

const log = randomLog({ seed: SEED, endMs: asOfMs, users: 6, events: 1_500, days: 35 });

const STORES = [
  { store: 'the embedded Bigtable', start: () => embeddedEventStore(), skip: undefined },
  { store: "Google's emulator", start: googleEventStore, skip: skipReason },
];

const TYPES = [
  { dataType: AD_ACTION, events: log, asked: AD_QUESTIONS, expected: new Map() as ExpectedCounts },
  {
    dataType: CAMPAIGN_ACTION,
    events: asCampaignActions(log),
    asked: CAMPAIGN_QUESTIONS,
    expected: new Map() as ExpectedCounts,
  },
];

describe.each(STORES)('a log imported into $store', ({ start, skip }) => {
  const because = skip === undefined ? '' : `: ${skip}`;
  const each = (skip === undefined ? it : it.skip).each(TYPES);
  let folder: string;
  let store: EventStore;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tidemark-counts-'));
    if (skip === undefined) store = await start();
  });

  afterAll(async () => {
    await store?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  each(
    `of $dataType.family is counted exactly, in every window, level and group (seed ${SEED})${because}`,
    async ({ dataType, events, asked, expected }) => {
      if (dataType === CAMPAIGN_ACTION) await registerCampaigns(store.store.writer, campaignsOf(events));
      const summary = await importLog(events, { folder, store, dataType });
      const distinct = deduplicate(events, asked.reference).length;
      expect(summary).toMatchObject({
        status: 'complete',
        records: events.length,
        accepted: distinct,
        duplicates: events.length - distinct,
        rejected: 0,
      });
      expect(events.length - distinct).toBeGreaterThan(500);
      const compared = await expectEveryCount({ ...store, asOfMs }, events, asked, expected);
      expect(compared).toBeGreaterThan(3_000);
    },
  );

  each(
    `of $dataType.family stays so when it is imported again, in another order${because}`,
    async ({ dataType, events, asked, expected }) => {
      await importLog(events.toReversed(), { folder, store, dataType });
      await expectEveryCount({ ...store, asOfMs }, events, asked, expected);
    },
  );
});

function campaignsOf(events: readonly ActionEvent[]): string[] {
  const { index } = CAMPAIGN_ACTION.events.levels[0]!.dimension;
  return [...new Set(events.map(({ dimensions }) => dimensions[index]!))];
}

async function importLog(
  events: readonly ActionEvent[],
  {
    folder,
    store,
    dataType,
  }: { readonly folder: string; readonly store: EventStore; readonly dataType: EventDataType },
) {
  const file = join(folder, `${dataType.family}.ndjson`);
  const lines = events.map((event) => JSON.stringify(jsonOf(event, dataType.events)));
  writeFileSync(file, `${lines.join('\n')}\n`);
  return importFile(
    {
      file,
      stdin: Readable.from([]),
      format: 'ndjson',
      recordBytesMax: 100_000,
      dataType,
      mapping: { columns: {}, constants: {}, timeFormat: 'iso' },
      shiftToNow: false,
      restart: false,
      target: 'test',
      signal: new AbortController().signal,
    },
    importerDependencies(store, dataType),
  );
}

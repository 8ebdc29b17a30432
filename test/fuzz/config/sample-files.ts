/** Valid files of commands, which are then mutated. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { emptyCompactionTally as emptyCompaction } from '../../../src/operations/compaction/compaction-tally';
import { emptyImportTally as emptyImport } from '../../../src/ingest/import/import-summary';
import { SAMPLE_PROTOS } from '../../support/access-samples';
import { campaignBody, campaignId } from '../../support/campaigns';

const ROOT = join(__dirname, '../../..');
const textOf = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const jsonOf = (path: string): unknown => JSON.parse(textOf(path));

export const TOPOLOGIES = ['four-continents', 'residency', 'three-continents', 'two-clusters'].map((name) =>
  jsonOf(`infra/examples/topologies/${name}.json`),
);
export const ACCESS = jsonOf('infra/examples/access/example.json');
export const FLEET = jsonOf('infra/examples/capacity/four-continents.json');
export const CAP_RULES = jsonOf('infra/examples/caps/rules.json');
export const LOCK = jsonOf('protos/schema.lock.json');

const campaign = (n: number): object => ({ id: campaignId(n), ...campaignBody() });
export const CAMPAIGNS: readonly unknown[] = [campaign(1), [campaign(1), campaign(2)]];

const AD_PROTOS = ['ad_action', 'campaign_action', 'profile', 'sketch'].map((name) =>
  textOf(`protos/tidemark/v1/${name}.proto`),
);
/** Files with other names and packages than the built-in ones. */
export const PROTOS: readonly string[] = [
  ...Object.values(SAMPLE_PROTOS),
  ...AD_PROTOS.map((text) =>
    text.replace('package tidemark.v1', 'package acme.v1').replace(/family: "/g, 'family: "acme_'),
  ),
];

export const IDENTITY = 'identity of the input';
export const IMPORT_CHECKPOINT = {
  format: 1,
  identity: IDENTITY,
  shiftDays: 0,
  tally: emptyImport(),
  rejectsBytes: 0,
};
export const COMPACT_CHECKPOINT = {
  format: 1,
  identity: IDENTITY,
  family: 'ad_action',
  after: 'MDAjdXNlcg==',
  tally: emptyCompaction(),
};

const EVENT = {
  userId: 'user-1',
  action: 'impression',
  adId: 'ad-1',
  campaignId: 'cmp-1',
  insertionId: 'ins-1',
};
const TIMES = ['2026-11-21T12:00:00Z', '1795262400000', '2026-11-20 08:00:00'];
const events = TIMES.map((eventTime) => ({ ...EVENT, eventTime }));
export const EVENTS_NDJSON = `${events.map((event) => JSON.stringify(event)).join('\n')}\n`;
export const EVENTS_CSV = `${[Object.keys(events[0]!), ...events.map(Object.values)].map((each) => each.join(',')).join('\r\n')}\r\n`;

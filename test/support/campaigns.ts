/** Campaigns for tests. */
import { setCell } from '../../src/bigtable/write/mutations';
import { loadSchema } from '../../src/codec/declarations/schema-registry';
import { CAMPAIGN_SUB_TYPE } from '../../src/core/campaigns/campaign';
import { rowKey } from '../../src/core/rows/row-key';
import { TidemarkError } from '../../src/errors';
import type { Writer } from '../../src/consistency/store';
import { openTestStore } from './open-test-store';

/** Returns the id of the nth campaign in the form that events of `campaign_action` have. */
export function campaignId(n: number): string {
  return `c0ffee00-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;
}

/** Returns a campaign as JSON, with one flight by default. */
export function campaignBody(over: object = {}): Record<string, unknown> {
  return {
    action: 'view',
    flights: [{ firstDay: '2026-11-20', lastDay: '2026-11-22', unitsPerDay: 16_000 }],
    ...over,
  };
}

const schema = loadSchema();
const CAMPAIGN = schema.dataType('campaigns', 'campaign');

/** Creates campaigns as objects, so that their events are accepted. */
export async function registerCampaigns(
  writer: Pick<Writer, 'mutateRows'>,
  ids: readonly string[],
): Promise<void> {
  const value = schema.codec(CAMPAIGN).fromJson(campaignBody());
  const cell = setCell(CAMPAIGN.family, Buffer.from(CAMPAIGN_SUB_TYPE), Date.now() * 1_000, value);
  const rows = ids.map((id) => ({ key: rowKey(id), mutations: [cell] }));
  const outcomes = await writer.mutateRows(CAMPAIGN.corpus, rows);
  for (const outcome of outcomes) if (outcome instanceof TidemarkError) throw outcome;
}

/** Creates campaigns in the store at this endpoint. */
export async function registerCampaignsAt(endpoint: string, ids: readonly string[]): Promise<void> {
  const store = openTestStore({ BIGTABLE_EMULATOR_HOST: endpoint });
  await registerCampaigns(store.writer, ids);
  await store.close();
}

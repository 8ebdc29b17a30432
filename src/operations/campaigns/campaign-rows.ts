/** Campaigns as they are stored: one cell of a row each, beside what the pacing controller keeps of them. */
import { cellsPerColumnLimit, chain, familyIs, qualifierIs } from '../../bigtable/filters';
import type { Filter, Row, RowRange } from '../../bigtable/types';
import type { SchemaRegistry } from '../../codec/schema-registry';
import {
  CAMPAIGN_FAMILY,
  CAMPAIGN_SUB_TYPE,
  CAMPAIGN_TABLE,
  campaignJson,
  type Campaign,
} from '../../core/campaigns/campaign';
import { campaignIdOf, checkAction } from '../../core/campaigns/check-campaign';
import type { CampaignScope } from '../../core/campaigns/campaign-scope';
import { parseCampaign } from '../../core/campaigns/parse-campaign';
import { objectIdOf } from '../../core/row-key';
import { invalidArgument, TidemarkError } from '../../errors';
import { OWN_ROWS } from '../own-rows';

export const CAMPAIGN_QUALIFIER = Buffer.from(CAMPAIGN_SUB_TYPE);

/** The newest version of a campaign, and nothing else of its row. */
export function campaignFilter(): Filter {
  return chain(familyIs(CAMPAIGN_FAMILY), qualifierIs(CAMPAIGN_QUALIFIER), cellsPerColumnLimit(1));
}

/** Where campaigns can be, behind a row: all of the table but the rows that Tidemark writes for itself, which may be gigabytes. */
export function campaignRanges(behind?: Buffer): readonly RowRange[] {
  const start = behind === undefined ? {} : { start: { key: behind, inclusive: false } };
  if (behind !== undefined && behind.compare(OWN_ROWS.start.key) > 0) return [start];
  const rest = { start: { key: OWN_ROWS.end.key, inclusive: true } };
  return [{ ...start, end: { key: OWN_ROWS.start.key, inclusive: false } }, rest];
}

export interface StoredCampaign {
  readonly campaign: Campaign;
  /** When it was written. */
  readonly timestampMs: number;
}

/** What is there, but makes no sense: written by somebody else, or before the schema was changed. */
export interface UnreadableCampaign {
  readonly id: string;
  readonly problem: string;
}

export function isUnreadable(stored: StoredCampaign | UnreadableCampaign): stored is UnreadableCampaign {
  return 'problem' in stored;
}

export function encodeCampaign(schema: SchemaRegistry, campaign: Campaign): Buffer {
  const message = campaignJson(campaign);
  // The row has it.
  delete message['id'];
  return schema.codec(schema.dataType(CAMPAIGN_TABLE, CAMPAIGN_FAMILY)).fromJson(message);
}

/** Reads rows that `campaignFilter` has let through. */
export class CampaignRows {
  readonly #codec;
  readonly #scope: CampaignScope;

  constructor(schema: SchemaRegistry, scope: CampaignScope) {
    this.#codec = schema.codec(schema.dataType(CAMPAIGN_TABLE, CAMPAIGN_FAMILY));
    this.#scope = scope;
  }

  /** Undefined for a row that is no campaign's. */
  read({ key, cells: [cell] }: Row): StoredCampaign | UnreadableCampaign | undefined {
    const id = objectIdOf(key);
    if (id === undefined || cell === undefined) return undefined;
    try {
      const known = campaignIdOf(id, this.#scope, 'id');
      if (known !== id) throw invalidArgument('id', `is not as events have it, ${known}`);
      const campaign = parseCampaign(this.#codec.toJson(cell.value), { id });
      checkAction(campaign, this.#scope);
      return { campaign, timestampMs: cell.timestampMicros / 1_000 };
    } catch (error) {
      if (!(error instanceof TidemarkError)) throw error;
      return { id, problem: error.field === undefined ? error.message : `${error.field}: ${error.message}` };
    }
  }
}

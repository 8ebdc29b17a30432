/** Campaigns as they are stored: one cell of a row each, beside what the pacing controller keeps of them. */
import { cellsPerColumnLimit, chain, familyIs } from '../../bigtable/read/filters';
import type { Cell, Filter, Row, RowRange } from '../../bigtable/client/types';
import type { SchemaRegistry } from '../../codec/declarations/schema-registry';
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
import { visibleCells } from '../../core/objects/delete-markers';
import { objectIdOf, rowKey } from '../../core/rows/row-key';
import { invalidArgument, TidemarkError } from '../../errors';
import { columnsWithMarkers } from '../../consistency/read/marker-filter';
import type { CellToPut } from '../../consistency/write/versioned-writer';
import { INTERNAL_ROWS } from '../shared/internal-rows';

const CAMPAIGN_QUALIFIER = Buffer.from(CAMPAIGN_SUB_TYPE);

/** The newest, and the one before: a deleted version that arrived late may be the newest. */
const VERSIONS_READ = 2;

/** The newest versions of a campaign and its delete markers, and nothing else of its row. */
export function campaignFilter(): Filter {
  const columns = columnsWithMarkers([CAMPAIGN_QUALIFIER]);
  return chain(familyIs(CAMPAIGN_FAMILY), columns, cellsPerColumnLimit(VERSIONS_READ));
}

/** Where a campaign is stored, as a cell to write or to delete. */
export function campaignCell(id: string): Omit<CellToPut, 'value'> {
  return { table: CAMPAIGN_TABLE, key: rowKey(id), family: CAMPAIGN_FAMILY, qualifier: CAMPAIGN_QUALIFIER };
}

/** The cell that counts among those of a row that `campaignFilter` has let through; undefined where there is none. */
export function newestCampaignCell({ cells }: Row): Cell | undefined {
  return visibleCells(cells).cells[0];
}

/** Where campaigns can be, behind a row: all of the table but the rows that Tidemark writes for itself, which may be gigabytes. */
export function campaignRanges(behind?: Buffer): readonly RowRange[] {
  const start = behind === undefined ? {} : { start: { key: behind, inclusive: false } };
  if (behind !== undefined && behind.compare(INTERNAL_ROWS.start.key) > 0) return [start];
  const rest = { start: { key: INTERNAL_ROWS.end.key, inclusive: true } };
  return [{ ...start, end: { key: INTERNAL_ROWS.start.key, inclusive: false } }, rest];
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
  read(row: Row): StoredCampaign | UnreadableCampaign | undefined {
    const id = objectIdOf(row.key);
    const cell = newestCampaignCell(row);
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

/** Storage of campaigns: one cell of a row each. The same rows have the pacing states of the controller. */
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

/** The newest version and the one before it, because a deleted version that arrived late may be the newest. */
const VERSIONS_READ = 2;

/** Returns a filter for the newest versions of a campaign and its delete markers. */
export function campaignFilter(): Filter {
  const columns = columnsWithMarkers([CAMPAIGN_QUALIFIER]);
  return chain(familyIs(CAMPAIGN_FAMILY), columns, cellsPerColumnLimit(VERSIONS_READ));
}

/** Returns the cell of a campaign, for writing or deleting it. */
export function campaignCell(id: string): Omit<CellToPut, 'value'> {
  return { table: CAMPAIGN_TABLE, key: rowKey(id), family: CAMPAIGN_FAMILY, qualifier: CAMPAIGN_QUALIFIER };
}

/** Returns the newest visible cell of a row that was read with `campaignFilter`; undefined when there is none. */
export function newestCampaignCell({ cells }: Row): Cell | undefined {
  return visibleCells(cells).cells[0];
}

/**
 * Returns the ranges after the given row that can have campaigns: the whole table except Tidemark's internal rows,
 * which may be gigabytes.
 */
export function campaignRanges(after?: Buffer): readonly RowRange[] {
  const start = after === undefined ? {} : { start: { key: after, inclusive: false } };
  if (after !== undefined && after.compare(INTERNAL_ROWS.start.key) > 0) return [start];
  const rest = { start: { key: INTERNAL_ROWS.end.key, inclusive: true } };
  return [{ ...start, end: { key: INTERNAL_ROWS.start.key, inclusive: false } }, rest];
}

/** A stored campaign and the time of its write. */
export interface StoredCampaign {
  readonly campaign: Campaign;
  /** Time of the write, in milliseconds since the Unix epoch. */
  readonly timestampMs: number;
}

/** A stored campaign that is invalid: written by another program or before a schema change. */
export interface UnreadableCampaign {
  readonly id: string;
  readonly problem: string;
}

/** Whether the stored campaign is invalid. */
export function isUnreadable(stored: StoredCampaign | UnreadableCampaign): stored is UnreadableCampaign {
  return 'problem' in stored;
}

/** Returns the value of a campaign's cell. */
export function encodeCampaign(schema: SchemaRegistry, campaign: Campaign): Buffer {
  const message = campaignJson(campaign);
  // The row key has the id.
  delete message['id'];
  return schema.codec(schema.dataType(CAMPAIGN_TABLE, CAMPAIGN_FAMILY)).fromJson(message);
}

/** Decodes rows that were read with `campaignFilter`. */
export class CampaignRows {
  readonly #codec;
  readonly #scope: CampaignScope;

  constructor(schema: SchemaRegistry, scope: CampaignScope) {
    this.#codec = schema.codec(schema.dataType(CAMPAIGN_TABLE, CAMPAIGN_FAMILY));
    this.#scope = scope;
  }

  /** Returns undefined for a row without a campaign. */
  read(row: Row): StoredCampaign | UnreadableCampaign | undefined {
    const id = objectIdOf(row.key);
    const cell = newestCampaignCell(row);
    if (id === undefined || cell === undefined) return undefined;
    try {
      const known = campaignIdOf(id, this.#scope, 'id');
      if (known !== id) throw invalidArgument('id', `is not in the canonical form of events: ${known}`);
      const campaign = parseCampaign(this.#codec.toJson(cell.value), { id });
      checkAction(campaign, this.#scope);
      return { campaign, timestampMs: cell.timestampMicros / 1_000 };
    } catch (error) {
      if (!(error instanceof TidemarkError)) throw error;
      return { id, problem: error.field === undefined ? error.message : `${error.field}: ${error.message}` };
    }
  }
}

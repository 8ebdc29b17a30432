import type { Row } from '../../bigtable/client/types';
import type { SchemaRegistry } from '../../codec/declarations/schema-registry';
import { checkDate } from '../../core/time/calendar-day';
import { CAMPAIGN_TABLE, flightOn, type Campaign } from '../../core/campaigns/campaign';
import { campaignScopeOf } from '../../core/campaigns/campaign-scope';
import { objectIdOf, rowKey } from '../../core/rows/row-key';
import { invalidArgument } from '../../errors';
import type { Scanner } from '../../consistency/store';
import type { ObjectOperation } from '../objects/object-rules';
import {
  campaignFilter,
  campaignRanges,
  CampaignRows,
  isUnreadable,
  type UnreadableCampaign,
} from './campaign-rows';

interface ListCampaignsRequest {
  /** Selects campaigns with a flight on this day: ISO 8601 date in the time zone of the counts. */
  readonly activeOn?: string | undefined;
  /** Maximum number of campaigns on the page. Default: 100. */
  readonly pageSize?: number | undefined;
  /** Token of the previous page. */
  readonly pageToken?: string | undefined;
}

export interface ListCampaignsAnswer {
  /** Campaigns in a stable order without meaning. */
  readonly campaigns: readonly Campaign[];
  /** Stored campaigns that are invalid. */
  readonly unreadable: readonly UnreadableCampaign[];
  /** Token of the next page. A page may have fewer campaigns than `pageSize` although there are more. */
  readonly nextPageToken?: string;
}

export type ListCampaigns = ObjectOperation<ListCampaignsRequest, ListCampaignsAnswer>;

export interface CampaignListDependencies {
  readonly scanner: Scanner;
  readonly schema: SchemaRegistry;
  readonly limits: {
    readonly pageMax: number;
    readonly pageBytesMax: number;
    readonly scannedMax: number;
  };
}

/** Default number of campaigns on a page. */
export const PAGE_SIZE_DEFAULT = 100;

/**
 * Returns an operation that lists one page of campaigns, as one cluster has them now. It throws `invalid_argument`
 * with the name of the field.
 */
export function createListCampaigns({ scanner, schema, limits }: CampaignListDependencies): ListCampaigns {
  const rows = new CampaignRows(schema, campaignScopeOf(schema.eventTypes()));
  return async ({ activeOn, pageSize = PAGE_SIZE_DEFAULT, pageToken }, options) => {
    if (activeOn !== undefined) checkDate(activeOn, 'activeOn');
    checkPageSize(pageSize, limits.pageMax);
    const ranges = campaignRanges(pageToken === undefined ? undefined : lastRowKey(pageToken));
    const scan = { table: CAMPAIGN_TABLE, ranges, filter: campaignFilter() };
    const page: { campaigns: Campaign[]; unreadable: UnreadableCampaign[] } = {
      campaigns: [],
      unreadable: [],
    };
    let [scanned, bytes] = [0, 0];
    for await (const row of scanner.scan(scan, options)) {
      const stored = rows.read(row);
      if (stored !== undefined && isUnreadable(stored)) page.unreadable.push(stored);
      else if (stored !== undefined && isOn(stored.campaign, activeOn)) page.campaigns.push(stored.campaign);
      scanned += 1;
      bytes += bytesOf(row);
      const isFull =
        page.campaigns.length + page.unreadable.length === pageSize || bytes >= limits.pageBytesMax;
      if (isFull || scanned === limits.scannedMax)
        return { ...page, nextPageToken: row.key.toString('base64url') };
    }
    return page;
  };
}

function bytesOf({ cells }: Row): number {
  return cells.reduce((sum, { value }) => sum + value.length, 0);
}

function isOn(campaign: Campaign, day: string | undefined): boolean {
  return day === undefined || flightOn(campaign, day) !== undefined;
}

function checkPageSize(pageSize: number, max: number): void {
  if (Number.isInteger(pageSize) && pageSize >= 1 && pageSize <= max) return;
  throw invalidArgument('pageSize', `must be a whole number from 1 to ${max}`);
}

/**
 * Returns the key in a page token: the last row that was read. It reveals nothing that the caller could not request
 * anyway.
 */
function lastRowKey(pageToken: string): Buffer {
  const key = Buffer.from(pageToken, 'base64url');
  const id = objectIdOf(key);
  if (id === undefined || !rowKey(id).equals(key) || key.toString('base64url') !== pageToken) {
    throw invalidArgument('pageToken', 'is not a token returned by a list request');
  }
  return key;
}

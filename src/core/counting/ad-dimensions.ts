/** Goes with the counting that knows ad actions only. */
import type { Dimension, EntityLevel } from '../schema';

export const EVENT_DIMENSIONS = [
  'viewType',
  'adId',
  'adGroupId',
  'campaignId',
  'advertiserId',
  'insertionId',
  'sessionId',
] as const;
export type EventDimension = (typeof EVENT_DIMENSIONS)[number];

/** The event field that holds the entity's id at each level. */
export const LEVEL_FIELD: Readonly<Record<EntityLevel, EventDimension>> = {
  advertiser: 'advertiserId',
  campaign: 'campaignId',
  adGroup: 'adGroupId',
  ad: 'adId',
};

export const AD_DIMENSIONS: readonly Dimension[] = EVENT_DIMENSIONS.map((name, index) => ({
  ...{ name, index, fieldNumber: index + 4 },
  ...{ wire: 'string', idType: 'string', required: false },
}));

export function indexOf(name: EventDimension): number {
  return EVENT_DIMENSIONS.indexOf(name);
}

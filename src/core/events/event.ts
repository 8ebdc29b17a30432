import type { EntityLevel } from '../schema';

/**
 * One action of one user on one ad, as it happened. Ids are opaque non-empty strings of at most 1 KB in UTF-8;
 * a dimension that the event does not have is absent.
 */
export interface ActionEvent {
  readonly userId: string;
  readonly action: string;
  /** When it happened, by the producer's clock: milliseconds since the Unix epoch. Never the time of arrival. */
  readonly eventTimeMs: number;
  readonly viewType?: string;
  readonly adId?: string;
  readonly adGroupId?: string;
  readonly campaignId?: string;
  readonly advertiserId?: string;
  /** Identifies one placing of one ad on one page. */
  readonly insertionId?: string;
  readonly sessionId?: string;
}

/** The optional fields of an event, by their stable order: the order in which they are hashed and stored. */
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

export function isEventDimension(name: string): name is EventDimension {
  return (EVENT_DIMENSIONS as readonly string[]).includes(name);
}

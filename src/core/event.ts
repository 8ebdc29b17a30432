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

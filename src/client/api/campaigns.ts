import { deleted } from './objects';
import type { Deleted } from './objects';
import type { Send } from '../call';
import { LIMITS } from '../limits';
import type { CallOptions, ReadOptions, WriteOptions } from '../options';
import type { EventTypes, SchemaShape } from '../schema';
import type {
  ActiveCampaigns,
  Campaign,
  CampaignAnswer,
  CampaignCountAnswer,
  CampaignPage,
  CampaignPutAnswer,
} from '../types';

type Names<
  S extends SchemaShape,
  Key extends 'actions' | 'sketches' | 'breakdowns',
> = S['events'][EventTypes<S>][Key];

/** Counts of campaigns by all users together. */
export interface CampaignCountQuery<S extends SchemaShape> {
  readonly dataType?: EventTypes<S> | undefined;
  /** Level to count by. Default: campaign. */
  readonly level?: Names<S, 'sketches'> | undefined;
  readonly campaigns: readonly string[];
  /** Whole days, or the first and the last one. Default: today. */
  readonly days?: readonly string[] | { readonly from: string; readonly to: string } | undefined;
  readonly from?: string | number | undefined;
  readonly to?: string | number | undefined;
  /** Default: all. */
  readonly actions?: readonly Names<S, 'actions'>[] | undefined;
  readonly by?: 'total' | 'day' | 'hour' | undefined;
  readonly breakdown?: Names<S, 'breakdowns'> | undefined;
  /** Whether distinct users are counted as well. Default: false. */
  readonly reach?: boolean | undefined;
}

/** Filter of a list of campaigns. */
export interface CampaignFilter {
  /** Day on which the campaigns have a flight: an ISO 8601 date, or `today`. */
  readonly activeOn?: string | undefined;
  /** Campaigns of one request. */
  readonly pageSize?: number | undefined;
}

/** Result of a request for the active campaigns. */
export interface ActiveAnswer {
  readonly campaigns: ActiveCampaigns;
  /** Tag of this state, for the next request. */
  readonly etag: string;
}

/** Registers, counts and observes campaigns. */
export class CampaignsApi<S extends SchemaShape> {
  readonly #send: Send;

  constructor(send: Send) {
    this.#send = send;
  }

  /** Creates or replaces a campaign. */
  async put(campaignId: string, campaign: Campaign, options?: WriteOptions): Promise<CampaignPutAnswer> {
    const call = { path: { campaignId }, body: campaign, options };
    return (await this.#send({ operation: 'putCampaign', ...call })).body as CampaignPutAnswer;
  }

  async get(campaignId: string, options?: ReadOptions): Promise<CampaignAnswer> {
    const { body } = await this.#send({ operation: 'getCampaign', path: { campaignId }, options });
    return body as CampaignAnswer;
  }

  async delete(campaignId: string, options?: WriteOptions): Promise<Deleted> {
    return deleted(await this.#send({ operation: 'deleteCampaign', path: { campaignId }, options }));
  }

  /** Counts the events of campaigns over all users. */
  async count(query: CampaignCountQuery<S>, options?: ReadOptions): Promise<CampaignCountAnswer> {
    const { body } = await this.#send({ operation: 'countCampaigns', body: query, options });
    return body as CampaignCountAnswer;
  }

  /** Yields all campaigns, page by page. */
  async *list(filter: CampaignFilter = {}, options?: CallOptions): AsyncGenerator<Campaign, void, undefined> {
    let pageToken: string | undefined;
    do {
      const page = await this.page({ ...filter, pageToken }, options);
      yield* page.campaigns;
      pageToken = page.nextPageToken;
    } while (pageToken !== undefined);
  }

  /** Returns one page of the campaigns. */
  async page(
    { activeOn, pageSize, pageToken }: CampaignFilter & { readonly pageToken?: string | undefined } = {},
    options?: CallOptions,
  ): Promise<CampaignPage> {
    const query = { activeOn, pageSize, pageToken };
    return (await this.#send({ operation: 'listCampaigns', query, options })).body as CampaignPage;
  }

  /** Returns the pacing states of all campaigns with a flight today. */
  async active(options?: CallOptions): Promise<ActiveAnswer> {
    const { body, headers } = await this.#send({ operation: 'getActiveCampaigns', options });
    return { campaigns: body as ActiveCampaigns, etag: headers.get('etag') ?? '' };
  }

  /** Yields the pacing states, and again each time that they change, until the signal aborts or the loop ends. */
  async *watch(
    options: CallOptions & {
      /** Time that one request waits for a change, in milliseconds. Default: 30,000. */
      readonly waitMs?: number | undefined;
    } = {},
  ): AsyncGenerator<ActiveCampaigns, void, undefined> {
    const { waitMs = LIMITS.longPollMs, ...callOptions } = options;
    let { campaigns, etag } = await this.active(callOptions);
    yield campaigns;
    for (;;) {
      const answer = await this.#send({
        operation: 'getActiveCampaigns',
        query: { wait: `${waitMs}ms` },
        headers: { 'if-none-match': etag },
        options: callOptions,
        // The server waits for longer than the deadline of other calls.
        sendsDeadline: false,
        timeoutMs: waitMs + LIMITS.longPollMarginMs,
      });
      if (answer.status === 304) continue;
      campaigns = answer.body as ActiveCampaigns;
      etag = answer.headers.get('etag') ?? '';
      yield campaigns;
    }
  }
}

import type { CampaignCountQuery, CountPeriod } from '../../core/campaign-counts/campaign-count-query';
import { jsonInSteps } from '../../codec/json/json-in-steps';
import type { Steps } from '../../core/shared/steps';
import type { TokenCodec } from '../../core/tokens/token-codec';
import type {
  CountedCampaign,
  CampaignCountsAnswer,
  ActionCount,
  CampaignCounts,
  CountEstimate,
  EventCount,
} from '../../core/campaign-counts/campaign-counts-answer';
import { encodeEvidence } from '../consistency/evidence';
import { jsonTextResponse, type ApiResponse } from '../endpoint';
import { publicMessage } from '../../errors';

/** Encodes the answer of `POST /v1/campaigns:counts`, in steps of one campaign each. */
export function* campaignCountsAnswer(
  query: CampaignCountQuery,
  { campaigns, completeUpToMs, evidence }: CampaignCountsAnswer,
  tokens: TokenCodec,
): Steps<ApiResponse> {
  const { dataType, sketches, periods, ids } = query;
  const { consistency, headers } = encodeEvidence(evidence, tokens);
  function* campaignsJson(): Generator<object> {
    for (const [at, campaign] of campaigns.entries())
      yield { id: ids[at], ...campaignJson(campaign, at, query) };
  }
  const body = {
    dataType: dataType.family,
    level: sketches.level.name,
    timeZone: sketches.timeZone,
    completeUpTo: completeUpToMs === undefined ? undefined : iso(completeUpToMs),
    periods: periods.map((period) => periodJson(period, completeUpToMs)),
    campaigns: campaignsJson(),
    consistency,
  };
  return jsonTextResponse(yield* jsonInSteps(body, 'campaigns'), headers);
}

const iso = (ms: number): string => new Date(ms).toISOString();

function periodJson({ name, fromMs, toMs }: CountPeriod, completeUpToMs: number | undefined): object {
  const period = { name, from: iso(fromMs), to: iso(toMs) };
  return completeUpToMs === undefined ? period : { ...period, complete: toMs <= completeUpToMs };
}

function campaignJson(campaign: CountedCampaign, at: number, query: CampaignCountQuery): object {
  if ('counts' in campaign) return { counts: countsJson(campaign.counts, query) };
  const { code, retryable } = campaign.error;
  return {
    error: { code, field: `campaigns[${at}]`, message: publicMessage(campaign.error), retryable },
  };
}

function countsJson(counts: CampaignCounts, { periods, actions }: CampaignCountQuery): object {
  return Object.fromEntries(
    periods.map(({ name }, period) => [
      name,
      Object.fromEntries(actions.map((action, at) => [action.name, actionJson(counts[period]![at]!)])),
    ]),
  );
}

function actionJson({ values, ...count }: ActionCount): object {
  const own = eventsJson(count);
  if (values === undefined) return own;
  return { ...own, values: Object.fromEntries([...values].map(([value, of]) => [value, eventsJson(of)])) };
}

function eventsJson({ events, users }: EventCount): object {
  return users === undefined ? numberJson(events) : { ...numberJson(events), users: numberJson(users) };
}

function numberJson({ count, exact, lower, upper }: CountEstimate): object {
  return { count, exact, bounds: { lower, upper } };
}

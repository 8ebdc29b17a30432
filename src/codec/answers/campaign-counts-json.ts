import type { CampaignCountQuery, CountPeriod } from '../../core/campaign-counts/campaign-count-query';
import type {
  ActionCount,
  CampaignCounts,
  CampaignCountsAnswer,
  CountEstimate,
  CountedCampaign,
  EventCount,
} from '../../core/campaign-counts/campaign-counts-answer';
import type { Steps } from '../../core/shared/steps';
import { formatInstant } from '../../core/time/instant';
import { publicMessage } from '../../errors';
import { jsonInSteps } from '../json/json-in-steps';
import type { EvidenceJson } from './evidence-json';

/** Encodes counts of campaigns as JSON, in steps of one campaign each. */
export function* campaignCountsJson(
  query: CampaignCountQuery,
  { campaigns, completeUpToMs }: CampaignCountsAnswer,
  consistency: EvidenceJson,
): Steps<string> {
  const { dataType, sketches, periods, ids } = query;
  function* campaignsJson(): Generator<object> {
    for (const [at, campaign] of campaigns.entries())
      yield { id: ids[at], ...campaignJson(campaign, at, query) };
  }
  const answer = {
    dataType: dataType.family,
    level: sketches.level.name,
    timeZone: sketches.timeZone,
    completeUpTo: completeUpToMs === undefined ? undefined : formatInstant(completeUpToMs),
    periods: periods.map((period) => periodJson(period, completeUpToMs)),
    campaigns: campaignsJson(),
    consistency,
  };
  return yield* jsonInSteps(answer, 'campaigns');
}

function periodJson({ name, fromMs, toMs }: CountPeriod, completeUpToMs: number | undefined): object {
  const period = { name, from: formatInstant(fromMs), to: formatInstant(toMs) };
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

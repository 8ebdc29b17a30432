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
  { campaigns, placements, completeUpToMs }: CampaignCountsAnswer,
  consistency: EvidenceJson,
): Steps<string> {
  const { dataType, sketches, periods, ids } = query;
  const isPartial = (placements?.missing.length ?? 0) > 0;
  function* campaignsJson(): Generator<object> {
    for (const [at, campaign] of campaigns.entries())
      yield { id: ids[at], ...campaignJson(campaign, at, { query, isPartial }) };
  }
  const answer = {
    dataType: dataType.family,
    level: sketches.level.name,
    timeZone: sketches.timeZone,
    placements,
    completeUpTo: completeUpToMs === undefined ? undefined : formatInstant(completeUpToMs),
    periods: periods.map((period) => periodJson(period, isPartial ? -Infinity : completeUpToMs)),
    campaigns: campaignsJson(),
    consistency,
  };
  return yield* jsonInSteps(answer, 'campaigns');
}

function periodJson({ name, fromMs, toMs }: CountPeriod, completeUpToMs: number | undefined): object {
  const period = { name, from: formatInstant(fromMs), to: formatInstant(toMs) };
  return completeUpToMs === undefined ? period : { ...period, complete: toMs <= completeUpToMs };
}

interface Encoding {
  readonly query: CampaignCountQuery;
  /** Whether a placement is missing: then no count is exact, and none has an upper bound. */
  readonly isPartial: boolean;
}

function campaignJson(campaign: CountedCampaign, at: number, encoding: Encoding): object {
  if ('counts' in campaign) return { counts: countsJson(campaign.counts, encoding) };
  const { code, retryable } = campaign.error;
  return {
    error: { code, field: `campaigns[${at}]`, message: publicMessage(campaign.error), retryable },
  };
}

function countsJson(counts: CampaignCounts, encoding: Encoding): object {
  const { periods, actions } = encoding.query;
  return Object.fromEntries(
    periods.map(({ name }, period) => [
      name,
      Object.fromEntries(
        actions.map((action, at) => [action.name, actionJson(counts[period]![at]!, encoding)]),
      ),
    ]),
  );
}

function actionJson({ values, ...count }: ActionCount, encoding: Encoding): object {
  const own = eventsJson(count, encoding);
  if (values === undefined) return own;
  const entries = Array.from(values, ([value, of]) => [value, eventsJson(of, encoding)] as const);
  return { ...own, values: Object.fromEntries(entries) };
}

function eventsJson({ events, users }: EventCount, encoding: Encoding): object {
  const counted = numberJson(events, encoding);
  return users === undefined ? counted : { ...counted, users: numberJson(users, encoding) };
}

function numberJson({ count, exact, lower, upper }: CountEstimate, { isPartial }: Encoding): object {
  if (isPartial) return { count, exact: false, bounds: { lower } };
  return { count, exact, bounds: { lower, upper } };
}

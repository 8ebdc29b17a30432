import type { CampaignCountQuery } from '../../core/campaign-counts/campaign-count-query';
import type {
  CountedCampaign,
  ActionCount,
  CountEstimate,
  EventCount,
} from '../../core/campaign-counts/campaign-counts-answer';
import type { CountedPlacements } from '../../core/residency/sketch-tables';
import { textTable } from '../shared/text-table';

/**
 * Returns the counts as a table: a row for each campaign, period and value of the breakdown, and a column for each
 * action and its users.
 */
export function campaignCountsLines(
  query: CampaignCountQuery,
  campaigns: readonly CountedCampaign[],
): string[] {
  const { actions, reach, sketches, breakdown } = query;
  const counts = actions.flatMap(({ name }) => (reach ? [name, `${name} users`] : [name]));
  const value = breakdown === undefined ? [] : [breakdown.dimension.name];
  const rows = campaigns.flatMap((campaign, at) => rowsOf(query, query.ids[at]!, campaign));
  const lines = [textTable([sketches.level.name, 'period', ...value, ...counts], rows)];
  const isEstimated = rows.some((row) => row.some((cell) => cell.includes(ESTIMATE)));
  return isEstimated ? [...lines, NOTE] : lines;
}

/** Returns a line about the placements that counts lack, if there are some. */
export function missingPlacementsLines(placements: CountedPlacements | undefined): string[] {
  const { missing = [] } = placements ?? {};
  if (missing.length === 0) return [];
  return [
    `not counted: placements ${missing.join(', ')}, whose sketches may not be processed here: counts are lower bounds`,
  ];
}

const ESTIMATE = ' ±';
const NOTE = '±: an estimate, with the bounds of its 95 % confidence interval';

function rowsOf(query: CampaignCountQuery, id: string, campaign: CountedCampaign): string[][] {
  if ('error' in campaign) return [[id, `${campaign.error.message} [${campaign.error.code}]`]];
  return query.periods.flatMap(({ name }, period) => periodRows(query, [id, name], campaign.counts[period]!));
}

function periodRows(
  { breakdown }: CampaignCountQuery,
  labels: readonly string[],
  counts: readonly ActionCount[],
): string[][] {
  if (breakdown === undefined) return [[...labels, ...counts.flatMap(cellsOf)]];
  const values = [...new Set(counts.flatMap((count) => [...(count.values?.keys() ?? [])]))].sort();
  return [
    [...labels, 'all', ...counts.flatMap(cellsOf)],
    ...values.map((value) => {
      const cells = counts.flatMap((count) => {
        const ofValue = count.values?.get(value);
        return ofValue === undefined ? cellsOf(count).map(() => '0') : cellsOf(ofValue);
      });
      return [...labels, value, ...cells];
    }),
  ];
}

function cellsOf({ events, users }: EventCount): string[] {
  return users === undefined ? [cellOf(events)] : [cellOf(events), cellOf(users)];
}

function cellOf({ count, exact, lower, upper }: CountEstimate): string {
  return exact ? String(count) : `${count}${ESTIMATE}${Math.max(count - lower, upper - count)}`;
}

import { invalidArgument, TidemarkError } from '../../errors';
import { countOf } from '../shared/count-of';
import { dayAt, daysBetween } from '../time/calendar-day';
import { checkId, canonicalId } from '../events/ids';
import type { Campaign } from './campaign';
import type { CampaignScope } from './campaign-scope';
import { knownNames } from '../json/did-you-mean';

/** Limits of campaigns. The defaults are in `DEFAULTS.campaigns`. */
export interface CampaignLimits {
  readonly flightsMax: number;
  readonly unitsPerDayMax: number;
  /** Maximum distance of a flight from today, into the past and the future, in days. */
  readonly daysMax: number;
}

export interface CampaignRules {
  readonly scope: CampaignScope;
  readonly limits: CampaignLimits;
  readonly nowMs: number;
}

const ID_BYTES_MAX = 1_024;

/** Returns the canonical id. Throws `invalid_argument` that names the field. */
export function campaignIdOf(text: string, { level }: CampaignScope, field = 'campaignId'): string {
  checkId(text, field, ID_BYTES_MAX);
  return canonicalId(text, level.dimension.idType, field);
}

/**
 * Checks a campaign against the schema, the limits and the current day. Throws `invalid_argument` or `unknown_action`
 * with the field, which begins with `path`.
 */
export function checkCampaign(campaign: Campaign, rules: CampaignRules, path = ''): void {
  const { scope, limits } = rules;
  const { flights } = campaign;
  checkAction(campaign, scope, path);
  if (flights.length > limits.flightsMax) {
    throw invalidArgument(`${path}flights`, `must be at most ${limits.flightsMax}`);
  }
  const today = dayAt(rules.nowMs, scope.timeZone).day;
  flights.forEach(({ firstDay, lastDay, unitsPerDay }, index) => {
    const at = `${path}flights[${index}]`;
    if (unitsPerDay > limits.unitsPerDayMax) {
      throw invalidArgument(`${at}.unitsPerDay`, `must be at most ${limits.unitsPerDayMax}`);
    }
    checkDistance(firstDay, { today, field: `${at}.firstDay`, daysMax: limits.daysMax });
    checkDistance(lastDay, { today, field: `${at}.lastDay`, daysMax: limits.daysMax });
  });
}

/** Checks the billed action. Stored campaigns need the check too, since the declared actions may have changed. */
export function checkAction({ action }: Campaign, { actions }: CampaignScope, path = ''): void {
  if (actions.some(({ name }) => name === action)) return;
  const known = actions.map(({ name }) => name);
  const message = `no action ${JSON.stringify(action)} can be billed${knownNames(action, known)}`;
  throw new TidemarkError('unknown_action', message, { field: `${path}action` });
}

function checkDistance(
  day: string,
  { today, field, daysMax }: { readonly today: string; readonly field: string; readonly daysMax: number },
): void {
  const days = daysBetween(today, day);
  if (Math.abs(days) <= daysMax) return;
  throw invalidArgument(field, `is more than ${countOf(daysMax, 'day')} ${days < 0 ? 'ago' : 'ahead'}`);
}

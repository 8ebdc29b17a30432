import { invalidArgument, TidemarkError } from '../../errors';
import { dayAt, daysBetween } from '../time/calendar-day';
import { checkId, canonicalId } from '../events/ids';
import type { Campaign } from './campaign';
import type { CampaignScope } from './campaign-scope';

/** `DEFAULTS.campaigns` of the configuration. */
export interface CampaignLimits {
  readonly flightsMax: number;
  readonly unitsPerDayMax: number;
  /** Of flights, into the past and the future. */
  readonly daysMax: number;
}

export interface CampaignRules {
  readonly scope: CampaignScope;
  readonly limits: CampaignLimits;
  readonly nowMs: number;
}

const ID_BYTES_MAX = 1_024;

/** The id as events have it. Throws `invalid_argument` that names the field. */
export function campaignIdOf(text: string, { level }: CampaignScope, field = 'campaignId'): string {
  checkId(text, field, ID_BYTES_MAX);
  return canonicalId(text, level.dimension.idType, field);
}

/** Throws `invalid_argument` or `unknown_action`, with the field, which begins with `path`. */
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

/** Also of one that is stored: actions may have been declared otherwise since. */
export function checkAction({ action }: Campaign, { actions }: CampaignScope, path = ''): void {
  if (actions.some(({ name }) => name === action)) return;
  const known = actions.map(({ name }) => name).join(', ');
  const message = `There is no action ${JSON.stringify(action)} to be billed; known: ${known}`;
  throw new TidemarkError('unknown_action', message, { field: `${path}action` });
}

function checkDistance(
  day: string,
  { today, field, daysMax }: { readonly today: string; readonly field: string; readonly daysMax: number },
): void {
  const days = daysBetween(today, day);
  if (Math.abs(days) <= daysMax) return;
  throw invalidArgument(field, `lies more than ${daysMax} days ${days < 0 ? 'back' : 'ahead'}`);
}

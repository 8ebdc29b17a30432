/** Values of the form for a campaign, as text, and the campaign that they mean. */
import type { Campaign } from '../../../client';

export interface FlightValues {
  readonly firstDay: string;
  readonly lastDay: string;
  readonly unitsPerDay: string;
}

export interface CampaignValues {
  readonly id: string;
  readonly name: string;
  readonly advertiserId: string;
  readonly action: string;
  readonly priority: string;
  readonly policy: string;
  readonly thresholdShare: string;
  readonly paused: boolean;
  readonly flights: readonly FlightValues[];
}

/** Returns the values of a stored campaign. */
export function valuesOf(campaign: Campaign): CampaignValues {
  const {
    id = '',
    name = '',
    advertiserId = '',
    action,
    priority,
    policy = '',
    thresholdShare,
    paused,
  } = campaign;
  return {
    id,
    name,
    advertiserId,
    action,
    priority: priority === undefined ? '' : String(priority),
    policy,
    thresholdShare: thresholdShare === undefined ? '' : String(thresholdShare),
    paused: paused ?? false,
    flights: campaign.flights.map(({ firstDay, lastDay, unitsPerDay }) => ({
      firstDay,
      lastDay,
      unitsPerDay: String(unitsPerDay),
    })),
  };
}

/** Returns the values of a new campaign. */
export function newValues(day: string, action: string, id: string): CampaignValues {
  return {
    id,
    name: '',
    advertiserId: '',
    action,
    priority: '',
    policy: '',
    thresholdShare: '',
    paused: false,
    flights: [{ firstDay: day, lastDay: day, unitsPerDay: '1000' }],
  };
}

/** Returns the campaign of the values. Text that is no number stays text: the server names its field. */
export function campaignOf(values: CampaignValues): Campaign {
  const { name, advertiserId, action, priority, policy, thresholdShare, paused, flights } = values;
  const optional = {
    name: textOf(name),
    advertiserId: textOf(advertiserId),
    priority: numberOf(priority),
    policy: textOf(policy),
    thresholdShare: numberOf(thresholdShare),
    paused: paused ? true : undefined,
  };
  const given = Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== undefined));
  return {
    ...given,
    action,
    flights: flights.map((each) => ({ ...each, unitsPerDay: numberOf(each.unitsPerDay) ?? 0 })),
  } as Campaign;
}

/** Returns what a change does, in one line for each field that differs. */
export function changesOf(before: CampaignValues, after: CampaignValues): readonly string[] {
  const names = ['name', 'advertiserId', 'action', 'priority', 'policy', 'thresholdShare'] as const;
  const shown = (text: string): string => (text === '' ? '(default)' : text);
  const changed = names
    .filter((name) => before[name] !== after[name])
    .map((name) => `${name}: ${shown(before[name])} → ${shown(after[name])}`);
  const paused = before.paused === after.paused ? [] : [after.paused ? 'paused' : 'resumed'];
  const [was, is] = [flightsText(before), flightsText(after)];
  return [...changed, ...paused, ...(was === is ? [] : [`flights: ${was} → ${is}`])];
}

function flightsText({ flights }: CampaignValues): string {
  return flights
    .map(({ firstDay, lastDay, unitsPerDay }) => `${firstDay} to ${lastDay}: ${unitsPerDay} a day`)
    .join(', ');
}

const textOf = (text: string): string | undefined => (text.trim() === '' ? undefined : text.trim());

function numberOf(text: string): number | undefined {
  if (text.trim() === '') return undefined;
  const value = Number(text);
  return Number.isFinite(value) ? value : (text as unknown as number);
}

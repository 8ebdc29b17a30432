import { invalidArgument, TidemarkError } from '../../errors';
import {
  nonEmptyArrayAt,
  objectAt,
  rejectUnknownFields,
  stringAt,
  wholeNumberAt,
  type JsonObject,
} from '../json/json-fields';
import { parseActions, parseWhere, type CountQueryRules } from '../counts/parse-count-query';
import { maxOf } from '../shared/lists';
import type { ActionDeclaration, EventDataType, EventLevel } from '../schema/schema';
import type { ClickThroughRate, FeatureSpec, NamedLength, RatePrior } from './feature-spec';
import { namedLengthAt, namedLengthsAt } from './named-lengths';
import { knownNames } from '../json/did-you-mean';

/** Fields of a request that determine its features. */
export const SPEC_FIELDS = [
  'dataType',
  'levels',
  'actions',
  'windows',
  'halfLives',
  'scales',
  'lookback',
  'ctr',
  'where',
] as const;

export interface FeatureSpecRules extends Pick<
  CountQueryRules,
  'eventDataType' | 'idBytesMax' | 'entityIdsMax'
> {
  readonly featureWindowsMax: number;
  /** Maximum number of half-lives, and of scales. */
  readonly decaysMax: number;
  readonly lookbackDaysMax: number;
}

const DEFAULT_WINDOWS = ['1h', '1d', '7d', '30d'];
const DEFAULT_DECAYS = ['1h', '1d', '7d'];
/** Actions that count as impressions: views if a type has no impressions. */
const IMPRESSIONS = ['impression', 'view'];
const CLICK = 'click';
const PRIOR_IMPRESSIONS_MAX = 1_000_000;

/** Parses the features that a request asks for. Throws the typed error that names the field. */
export function parseFeatureSpec(body: JsonObject, rules: FeatureSpecRules): FeatureSpec {
  const name = body.dataType === undefined ? undefined : stringAt(body.dataType, 'dataType');
  const dataType = rules.eventDataType(name, 'dataType');
  const daysMax = rules.lookbackDaysMax;
  const windows = namedLengthsAt(body.windows ?? DEFAULT_WINDOWS, 'windows', {
    daysMax,
    lengthsMax: rules.featureWindowsMax,
  });
  const decays = { daysMax, lengthsMax: rules.decaysMax };
  const actions =
    body.actions === undefined
      ? defaultActions(dataType)
      : parseActions(body.actions, 'actions', dataType.events);
  const rate = parseRate(body.ctr, actions);
  return {
    dataType,
    levels: parseLevels(body.levels, dataType),
    actions,
    rate,
    windows,
    halfLives: namedLengthsAt(body.halfLives ?? DEFAULT_DECAYS, 'halfLives', decays),
    scales: namedLengthsAt(body.scales ?? DEFAULT_DECAYS, 'scales', decays),
    lookbackMs: parseLookback(body.lookback, windows, daysMax),
    where: parseWhere(body.where, 'where', dataType.events, rules),
  };
}

function defaultActions({ family, events }: EventDataType): readonly ActionDeclaration[] {
  const named = (name: string): ActionDeclaration[] =>
    events.actions.filter((action) => action.name === name);
  const [shown = []] = IMPRESSIONS.map(named).filter(({ length }) => length > 0);
  const actions = [...shown, ...named(CLICK)];
  if (actions.length > 0) return actions;
  throw invalidArgument('actions', `is required: ${family} has neither impressions, views nor clicks`);
}

/**
 * Parses levels. The result is in the type's order, outermost first, so that the layout does not depend on the order of
 * the list.
 */
function parseLevels(value: unknown, { events: { levels } }: EventDataType): readonly EventLevel[] {
  if (value === undefined) return levels;
  const known = levels.map(({ name }) => name);
  const names = nonEmptyArrayAt(value, 'levels').map((entry, i) => {
    const name = stringAt(entry, `levels[${i}]`);
    if (known.includes(name)) return name;
    const message = `no level ${JSON.stringify(name.slice(0, 64))}${knownNames(name, known)}`;
    throw new TidemarkError('unknown_level', message, { field: `levels[${i}]` });
  });
  names.forEach((name, i) => {
    if (names.indexOf(name) < i) throw invalidArgument(`levels[${i}]`, 'appears twice');
  });
  return levels.filter(({ name }) => names.includes(name));
}

/** Parses the rate. By default it is present if the actions include clicks and impressions. */
function parseRate(value: unknown, actions: readonly ActionDeclaration[]): ClickThroughRate | undefined {
  const names = actions.map(({ name }) => name);
  const ctr = value === undefined ? {} : objectAt(value, 'ctr');
  rejectUnknownFields(ctr, ['clicks', 'impressions', 'prior'], 'ctr.');
  const placeOf = (field: 'clicks' | 'impressions', defaults: readonly string[]): number => {
    const name = ctr[field];
    if (name === undefined) return names.indexOf(defaults.find((each) => names.includes(each)) ?? '');
    const place = names.indexOf(stringAt(name, `ctr.${field}`));
    if (place >= 0) return place;
    throw invalidArgument(`ctr.${field}`, `must be one of the request's actions: ${names.join(', ')}`);
  };
  const clicks = placeOf('clicks', [CLICK]);
  const impressions = placeOf('impressions', IMPRESSIONS);
  if (clicks < 0 || impressions < 0) {
    if (value === undefined) return undefined;
    throw invalidArgument(`ctr.${clicks < 0 ? 'clicks' : 'impressions'}`, 'is required');
  }
  const prior = parsePrior(ctr.prior);
  return { clicks, impressions, prior };
}

function parsePrior(value: unknown): RatePrior | undefined {
  if (value === undefined) return undefined;
  const prior = objectAt(value, 'ctr.prior');
  rejectUnknownFields(prior, ['impressions', 'rate'], 'ctr.prior.');
  const { rate } = prior;
  if (typeof rate !== 'number' || !(rate >= 0 && rate <= 1)) {
    throw invalidArgument('ctr.prior.rate', 'must be a number from 0 to 1');
  }
  const range = { min: 1, max: PRIOR_IMPRESSIONS_MAX };
  return { impressions: wholeNumberAt(prior.impressions, 'ctr.prior.impressions', range), rate };
}

function parseLookback(value: unknown, windows: readonly NamedLength[], daysMax: number): number {
  const longestMs = Math.max(0, maxOf(windows.map(({ lengthMs }) => lengthMs)));
  if (value === undefined) {
    if (longestMs > 0) return longestMs;
    throw invalidArgument('lookback', 'is required without windows');
  }
  const { lengthMs } = namedLengthAt(value, 'lookback', { daysMax });
  if (lengthMs < longestMs) throw invalidArgument('lookback', 'must not be shorter than the longest window');
  return lengthMs;
}

import { InvalidArgumentError, type Command } from 'commander';
import type { JsonObject } from '../../core/json/json-fields';

/** Flags that select features, the same for `features get` and `features export`. */
export interface FeatureFlags {
  readonly dataType?: string;
  readonly level?: readonly string[];
  readonly action?: readonly string[];
  readonly window?: readonly string[];
  readonly halfLife?: readonly string[];
  readonly scale?: readonly string[];
  readonly lookback?: string;
  readonly where: Readonly<Record<string, readonly string[] | '*'>>;
  readonly ctr?: readonly [string, string];
  readonly prior?: { readonly impressions: number; readonly rate: number };
}

/** Options of `withFeatureOptions`, by the field of the API's request that they set; see `commandAction`. */
export const FEATURE_OPTION_NAMES = {
  dataType: '--data-type',
  levels: '--level',
  actions: '--action',
  windows: '--window',
  halfLives: '--half-life',
  scales: '--scale',
  lookback: '--lookback',
  where: '--where',
  ctr: '--ctr',
  'ctr.prior': '--prior',
} as const;

/** Adds the options that select features. */
export function withFeatureOptions(command: Command): Command {
  return command
    .option('--data-type <name>', 'event DataType; default: the default DataType')
    .option(
      '--level <names>',
      'entity levels, separated by commas; repeatable; default: all of the DataType',
      appendOptionalList,
    )
    .option(
      '--action <names>',
      'actions, separated by commas; repeatable; default: impression (or else view) and click',
      appendOptionalList,
    )
    .option('--window <lengths>', 'windows of counts; repeatable; default: 1h,1d,7d,30d', appendOptionalList)
    .option(
      '--half-life <lengths>',
      'half-lives of exponential decays; repeatable; default: 1h,1d,7d',
      appendOptionalList,
    )
    .option(
      '--scale <lengths>',
      'scales of inverse decays; repeatable; default: 1h,1d,7d',
      appendOptionalList,
    )
    .option('--lookback <length>', 'ignore older events; default: the longest window')
    .option(
      '--where <dimension=ids>',
      'count only events with these ids, * for any id; repeatable',
      addDimensionIds,
      {},
    )
    .option('--ctr <clicks/impressions>', 'actions of click-through rates; default: click/impression', pairOf)
    .option(
      '--prior <impressions:rate>',
      'prior that is added to the impressions and clicks of the rates',
      priorOf,
    );
}

/** Returns the flags as a request of the API, which the API's parser checks. */
export function featureRequestJson(flags: FeatureFlags): JsonObject {
  const { dataType, lookback, ctr, prior, where } = flags;
  const rate = { clicks: ctr?.[0], impressions: ctr?.[1], prior };
  return {
    dataType,
    levels: flags.level,
    actions: flags.action,
    windows: flags.window,
    halfLives: flags.halfLife,
    scales: flags.scale,
    lookback,
    where,
    ctr: ctr === undefined && prior === undefined ? undefined : rate,
  };
}

/** Appends the items of a text that are separated by commas. An empty text adds none, and leaves an empty list. */
export function appendOptionalList(text: string, list: readonly string[] = []): readonly string[] {
  return text === '' ? list : [...list, ...text.split(',')];
}

type Entities = Readonly<Record<string, readonly string[] | '*'>>;

function addDimensionIds(text: string, entities: Entities): Entities {
  const [name, ids] = splitAtFirst(text, '=');
  if (ids === undefined)
    throw new InvalidArgumentError('Must be dimension=ids, as in viewType=home_feed,search.');
  return { ...entities, [name]: ids === '*' ? ids : ids.split(',') };
}

/** `click/impression` → both actions. */
function pairOf(text: string): readonly [string, string] {
  const [clicks, impressions] = splitAtFirst(text, '/');
  if (impressions === undefined)
    throw new InvalidArgumentError('Must be clicks/impressions, as in click/view.');
  return [clicks, impressions];
}

/** `20:0.05` → 20 impressions at a rate of 0.05. */
function priorOf(text: string): { readonly impressions: number; readonly rate: number } {
  const [impressions, rate] = splitAtFirst(text, ':');
  if (rate === undefined || rate === '')
    throw new InvalidArgumentError('Must be impressions:rate, as in 20:0.05.');
  return { impressions: Number(impressions), rate: Number(rate) };
}

/**
 * Returns the parts before and behind the first separator. The second part is undefined when the text has no separator.
 */
export function splitAtFirst(text: string, separator: string): readonly [string, string | undefined] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}

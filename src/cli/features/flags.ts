import { InvalidArgumentError, type Command } from 'commander';
import type { JsonObject } from '../../core/json/json-fields';

/** What features are asked for: the same for a look at one user as for training data. */
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

export function withFeatureOptions(command: Command): Command {
  return command
    .option('--data-type <name>', 'of the events; default: the default one')
    .option('--level <names>', 'default: all of the DataType', appendOptionalList)
    .option(
      '--action <names>',
      'default: impression (where there is none view) and click',
      appendOptionalList,
    )
    .option('--window <lengths>', 'counts over them; default: 1h,1d,7d,30d', appendOptionalList)
    .option('--half-life <lengths>', 'of exponential decays; default: 1h,1d,7d', appendOptionalList)
    .option('--scale <lengths>', 'of inverse decays; default: 1h,1d,7d', appendOptionalList)
    .option('--lookback <length>', 'older events are not seen; default: the longest window')
    .option('--where <dimension=ids>', 'only such events, * for any id; repeatable', addEntity, {})
    .option('--ctr <clicks/impressions>', 'the actions of the rates; default: click/impression', pairOf)
    .option('--prior <impressions:rate>', 'added to the impressions and clicks of the rates', priorOf);
}

/** The flags as the API's request: the one parser reads them, and names the fields alike. */
export function featureRequestJson(flags: FeatureFlags): JsonObject {
  const { dataType, lookback, ctr, prior, where } = flags;
  const rate = {
    ...(ctr !== undefined && { clicks: ctr[0], impressions: ctr[1] }),
    ...(prior !== undefined && { prior }),
  };
  return {
    ...(dataType !== undefined && { dataType }),
    ...(flags.level !== undefined && { levels: flags.level }),
    ...(flags.action !== undefined && { actions: flags.action }),
    ...(flags.window !== undefined && { windows: flags.window }),
    ...(flags.halfLife !== undefined && { halfLives: flags.halfLife }),
    ...(flags.scale !== undefined && { scales: flags.scale }),
    ...(lookback !== undefined && { lookback }),
    ...(Object.keys(where).length > 0 && { where }),
    ...(Object.keys(rate).length > 0 && { ctr: rate }),
  };
}

/** Repeatable, and with commas; the empty text is an empty list. */
export function appendOptionalList(text: string, list: readonly string[] = []): readonly string[] {
  return text === '' ? list : [...list, ...text.split(',')];
}

type Entities = Readonly<Record<string, readonly string[] | '*'>>;

function addEntity(text: string, entities: Entities): Entities {
  const [name, ids] = splitAtFirst(text, '=');
  if (ids === undefined)
    throw new InvalidArgumentError('Write dimension=ids, as in viewType=home_feed,search.');
  return { ...entities, [name]: ids === '*' ? ids : ids.split(',') };
}

/** `click/impression`. */
function pairOf(text: string): readonly [string, string] {
  const [clicks, impressions] = splitAtFirst(text, '/');
  if (impressions === undefined)
    throw new InvalidArgumentError('Write clicks/impressions, as in click/view.');
  return [clicks, impressions];
}

/** `20:0.05`. */
function priorOf(text: string): { readonly impressions: number; readonly rate: number } {
  const [impressions, rate] = splitAtFirst(text, ':');
  if (rate === undefined || rate === '')
    throw new InvalidArgumentError('Write impressions:rate, as in 20:0.05.');
  return { impressions: Number(impressions), rate: Number(rate) };
}

/** Parts on both sides of the first separator; the second is undefined where there is none. */
export function splitAtFirst(text: string, separator: string): readonly [string, string | undefined] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}

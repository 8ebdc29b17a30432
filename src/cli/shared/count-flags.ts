import { invalidArgument } from '../../errors';
import type { ReadFlags } from './read-options';

export interface CountFlags extends ReadFlags {
  readonly user: readonly string[];
  readonly usersFile?: string;
  readonly dataType?: string;
  readonly action: readonly string[];
  readonly where: Readonly<Record<string, unknown>>;
  readonly entity: Readonly<Record<string, readonly string[] | '*'>>;
  readonly window: readonly string[];
  readonly groupBy?: readonly string[];
  readonly asOf?: string;
  readonly explain?: boolean;
  readonly json?: boolean;
}

/** Returns the flags, except the users, as a request of the API, which the API's parser checks. */
export function countRequestJson(flags: CountFlags): Record<string, unknown> {
  return {
    dataType: flags.dataType,
    actions: flags.action,
    where: flags.where,
    entities: flags.entity,
    windows: flags.window.length === 0 ? ['1d', '7d', '30d'] : flags.window.map(windowJson),
    groupBy: flags.groupBy,
    asOf: flags.asOf === undefined ? undefined : instantJson(flags.asOf),
  };
}

const CALENDAR_UNITS: Readonly<Record<string, string>> = { h: 'hours', d: 'days', w: 'weeks', mo: 'months' };

function windowJson(text: string): unknown {
  const [, count, unit = '', timeZone] = /^(\d{1,9})(h|d|w|mo)@(.+)$/.exec(text) ?? [];
  if (count !== undefined) return { [CALENDAR_UNITS[unit]!]: Number(count), timeZone };
  const [from, to, ...rest] = text.split('/');
  if (to === undefined || rest.length > 0) return text;
  return { from: instantJson(from!), to: instantJson(to), name: text.slice(0, 64) };
}

function instantJson(text: string): string | number {
  return /^\d+$/.test(text) ? Number(text) : text;
}

/** Appends the value of a repeatable option. */
export function appendOne(text: string, list: readonly string[]): readonly string[] {
  return [...list, text];
}

/** Appends the values of a repeatable option that are separated by commas. */
export function appendList(text: string, list: readonly string[] = []): readonly string[] {
  return [...list, ...text.split(',')];
}

/** Adds `level=ids` to the entities that are counted one by one. `*` stands for all ids of the level. */
export function addEntity(text: string, entities: CountFlags['entity']): CountFlags['entity'] {
  const [level, ids] = splitOnce(text);
  if (ids === undefined) throw invalidArgument('--entity', 'must be level=ids, as in ad=1,2 or campaign=*');
  const earlier = Object.hasOwn(entities, level) ? entities[level]! : [];
  const all = ids === '*' || earlier === '*';
  return { ...entities, [level]: all ? '*' : [...earlier, ...ids.split(',')] };
}

/**
 * Adds a condition: `viewType=home_feed,search`, `sessionId=*`, or `campaignId?=c1,c2`, which events without the id
 * meet, too.
 */
export function addCondition(text: string, where: CountFlags['where']): CountFlags['where'] {
  const [left, ids] = splitOnce(text);
  if (ids === undefined) {
    throw invalidArgument('--where', 'must be dimension=ids, as in viewType=home_feed,search or sessionId=*');
  }
  const isOptional = left.endsWith('?');
  const dimension = isOptional ? left.slice(0, -1) : left;
  if (Object.hasOwn(where, dimension)) throw invalidArgument('--where', `is given twice for ${dimension}`);
  const list = ids.split(',');
  const condition = isOptional ? { in: list, optional: true } : ids === '*' ? '*' : list;
  return { ...where, [dimension]: condition };
}

function splitOnce(text: string): [string, string | undefined] {
  const at = text.indexOf('=');
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}

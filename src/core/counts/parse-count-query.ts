import { invalidArgument, TidemarkError } from '../../errors';
import { parseInstant } from '../time/instant';
import {
  arrayAt,
  nonEmptyArrayAt,
  objectAt,
  rejectUnknownFields,
  stringAt,
  type JsonObject,
} from '../json/json-fields';
import type { ActionDeclaration, Dimension, EventDataType, EventLevel, EventType } from '../schema/schema';
import type { DimensionCondition, CountQuery, EntitySelection, GroupKey } from './count-query';
import { idAt, idsAt, type IdRules } from './query-ids';
import { parseWindows } from './windows';
import { mapped } from '../shared/lists';
import { knownNames } from '../json/did-you-mean';

export interface CountQueryRules extends IdRules {
  /** Returns the event DataType of that name, or the default one. Throws an error that names `field`. */
  readonly eventDataType: (name: string | undefined, field: string) => EventDataType;
  readonly nowMs: number;
  /** Tolerated lead of a producer's clock, in milliseconds: `asOf` may be this far ahead of `nowMs`. */
  readonly futureToleranceMs: number;
  readonly windowsMax: number;
  readonly windowDaysMax: number;
  /** Maximum number of ids over all levels, and of ids over all conditions. */
  readonly entityIdsMax: number;
  /** Maximum number of windows × listed ids: the size of an answer that a query can force. */
  readonly listedCountsMax: number;
}

/** The part of a query that several users can share. */
export type SharedCountQuery = Omit<CountQuery, 'userId'>;

const SHARED_FIELDS = ['dataType', 'actions', 'where', 'entities', 'windows', 'groupBy', 'asOf'];
/** Fields that the endpoint reads. They do not affect counting. */
const OTHER_FIELDS = ['consistency', 'explain'];
const FIELDS = ['userId', ...SHARED_FIELDS, ...OTHER_FIELDS];

/** Parses the body of `POST /v1/counts:query`. Throws the typed error that names the field. */
export function parseCountQuery(json: unknown, rules: CountQueryRules): CountQuery {
  const body = objectAt(json, 'body');
  rejectUnknownFields(body, FIELDS, '');
  const { dataType, actions, where, entities, windows, groupBy, asOfMs } = parseShared(body, rules);
  const userId = idAt(body.userId, 'userId', dataType.events.user.idType, rules);
  return { dataType, userId, actions, where, entities, windows, groupBy, asOfMs };
}

/** Parses a query for several users. `userIds` has one canonical id for each entry of the field `users`, in order. */
export function parseBatchCountQuery(
  json: unknown,
  rules: CountQueryRules & { readonly usersMax: number },
): { readonly query: SharedCountQuery; readonly userIds: readonly string[] } {
  const body = objectAt(json, 'body');
  rejectUnknownFields(body, ['users', ...SHARED_FIELDS, ...OTHER_FIELDS], '');
  const query = parseShared(body, rules);
  const users = nonEmptyArrayAt(body.users, 'users');
  if (users.length > rules.usersMax) {
    throw invalidArgument('users', `must have at most ${rules.usersMax} users`);
  }
  const { idType } = query.dataType.events.user;
  return { query, userIds: mapped(users, (user, i) => idAt(user, `users[${i}]`, idType, rules)) };
}

function parseShared(body: JsonObject, rules: CountQueryRules): SharedCountQuery {
  const dataType = parseDataType(body.dataType, rules);
  const { events } = dataType;
  const asOfMs = parseAsOf(body.asOf, rules);
  const query = {
    dataType,
    actions: parseActions(body.actions, 'actions', events),
    where: parseWhere(body.where, 'where', events, rules),
    entities: parseEntities(body.entities, events, rules),
    windows: parseWindows(body.windows, 'windows', {
      asOfMs,
      latestMs: rules.nowMs + rules.futureToleranceMs,
      windowsMax: rules.windowsMax,
      windowDaysMax: rules.windowDaysMax,
    }),
    groupBy: parseGroupBy(body.groupBy, events),
    asOfMs,
  };
  rejectTooManyCounts(query, rules);
  return query;
}

function parseDataType(value: unknown, { eventDataType }: CountQueryRules): EventDataType {
  return eventDataType(value === undefined ? undefined : stringAt(value, 'dataType'), 'dataType');
}

function parseAsOf(value: unknown, rules: CountQueryRules): number {
  if (value === undefined) return rules.nowMs;
  const asOfMs = parseInstant(value, 'asOf');
  if (asOfMs > rules.nowMs + rules.futureToleranceMs)
    throw invalidArgument('asOf', 'must not be in the future');
  return asOfMs;
}

/** Parses a list of the type's actions. Each is in the result once. */
export function parseActions(
  value: unknown,
  field: string,
  { actions: declared }: EventType,
): readonly ActionDeclaration[] {
  const actions = mapped(nonEmptyArrayAt(value, field), (each, i) => {
    const name = stringAt(each, `${field}[${i}]`);
    return declared.find((action) => action.name === name) ?? unknownAction(name, `${field}[${i}]`, declared);
  });
  return actions.length === 1 ? actions : [...new Set(actions)];
}

function unknownAction(name: string, field: string, declared: readonly ActionDeclaration[]): never {
  const known = knownNames(
    name,
    declared.map((action) => action.name),
  );
  throw new TidemarkError('unknown_action', `no action ${quoted(name)}${known}`, { field });
}

/**
 * Parses conditions on dimensions, by the names of dimensions or levels: a list of ids, `"*"` for any value of a
 * present dimension, or `{"in": [...], "optional": true}` if events without the dimension count too.
 */
export function parseWhere(
  value: unknown,
  field: string,
  type: EventType,
  rules: IdRules & { readonly entityIdsMax: number },
): readonly DimensionCondition[] {
  if (value === undefined) return NONE;
  const where = objectAt(value, field);
  const seen = new Set<Dimension>();
  let listed = 0;
  return mapped(Object.keys(where), (name) => {
    const path = `${field}.${name.slice(0, 64)}`;
    const dimension = dimensionOf(name, type) ?? unknownDimension(name, path, type);
    if (seen.has(dimension)) throw invalidArgument(path, `repeats the dimension ${dimension.name}`);
    seen.add(dimension);
    const condition = conditionAt(where[name], path, dimension, rules);
    listed += condition.ids?.length ?? 0;
    rejectTooMany(listed, field, rules);
    return condition;
  });
}

function conditionAt(
  value: unknown,
  field: string,
  dimension: Dimension,
  rules: IdRules,
): DimensionCondition {
  if (value === '*') return { dimension, orAbsent: false };
  if (Array.isArray(value))
    return { dimension, ids: listAt(value, field, dimension, rules), orAbsent: false };
  if (typeof value !== 'object' || value === null) {
    throw invalidArgument(field, 'must be an array of ids, "*" for any, or {"in": [...], "optional": true}');
  }
  const { in: ids, optional = false, ...others } = value as JsonObject;
  rejectUnknownFields(others, ['in', 'optional'], `${field}.`);
  if (typeof optional !== 'boolean') throw invalidArgument(`${field}.optional`, 'must be true or false');
  return { dimension, ids: listAt(ids, `${field}.in`, dimension, rules), orAbsent: optional };
}

/** Parses a non-empty list of ids. An empty list would match no event, which is never intended. */
function listAt(value: unknown, field: string, { idType }: Dimension, rules: IdRules): readonly string[] {
  return [...idsAt(nonEmptyArrayAt(value, field), field, idType, rules)];
}

function parseEntities(
  value: unknown,
  { levels }: EventType,
  rules: CountQueryRules,
): readonly EntitySelection[] {
  if (value === undefined) return NONE;
  const entities = objectAt(value, 'entities');
  let listed = 0;
  return mapped(Object.keys(entities), (name) => {
    const field = `entities.${name.slice(0, 64)}`;
    const level = levels.find((each) => each.name === name) ?? unknownLevel(name, field, levels);
    const ids = entities[name];
    if (ids === '*') return { level, ids };
    if (!Array.isArray(ids)) throw invalidArgument(field, 'must be an array of ids, or "*" for all');
    listed += ids.length;
    rejectTooMany(listed, 'entities', rules);
    return { level, ids: idsAt(ids, field, level.dimension.idType, rules) };
  });
}

function unknownLevel(name: string, field: string, levels: readonly EventLevel[]): never {
  const known = knownNames(
    name,
    levels.map((level) => level.name),
  );
  throw new TidemarkError('unknown_level', `no level ${quoted(name)}${known}`, { field });
}

/** Parses keys: `"action"`, and dimensions by the names of dimensions or levels. */
function parseGroupBy(value: unknown, type: EventType): readonly GroupKey[] {
  if (value === undefined) return NONE;
  const keys: GroupKey[] = [];
  arrayAt(value, 'groupBy').forEach((each, i) => {
    const field = `groupBy[${i}]`;
    const name = stringAt(each, field);
    const key = name === 'action' ? name : (dimensionOf(name, type) ?? unknownDimension(name, field, type));
    if (keys.includes(key)) throw invalidArgument(field, 'appears twice');
    keys.push(key);
  });
  return keys;
}

function dimensionOf(name: string, { dimensions, levels }: EventType): Dimension | undefined {
  const dimension = dimensions.find((each) => each.name === name);
  return dimension ?? levels.find((level) => level.name === name)?.dimension;
}

function unknownDimension(name: string, field: string, { dimensions }: EventType): never {
  const known = knownNames(
    name,
    dimensions.map((dimension) => dimension.name),
  );
  throw new TidemarkError('unknown_dimension', `no dimension ${quoted(name)}${known}`, { field });
}

function rejectTooMany(
  count: number,
  field: string,
  { entityIdsMax }: Pick<CountQueryRules, 'entityIdsMax'>,
): void {
  if (count > entityIdsMax) throw invalidArgument(field, `must list at most ${entityIdsMax} ids`);
}

function rejectTooManyCounts(
  { entities, windows }: SharedCountQuery,
  { listedCountsMax }: CountQueryRules,
): void {
  const listed = entities.reduce((sum, { ids }) => sum + (ids === '*' ? 0 : ids.size), 0);
  if (windows.length * listed > listedCountsMax) {
    throw invalidArgument('entities', `entities × windows must be at most ${listedCountsMax} counts`);
  }
}

function quoted(name: string): string {
  return JSON.stringify(name.slice(0, 64));
}

const NONE = Object.freeze([]);

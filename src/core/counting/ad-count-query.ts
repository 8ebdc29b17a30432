import { invalidArgument, TidemarkError } from '../../errors';
import { checkId, declarationOf } from '../events/event-validation';
import { parseInstant } from '../instant';
import { LEVEL_FIELD, type EventDimension } from './ad-dimensions';
import { arrayAt, nonEmptyArrayAt, objectAt, refuseUnknownFields, stringAt } from '../json-fields';
import type { ActionDeclaration, EntityLevel } from '../schema';
import { ENTITY_LEVELS } from '../schema';
import type { Window } from './windows';
import { parseWindows } from './windows';

/** What counts can be grouped by. Entities go by the name of their level. */
export const GROUP_DIMENSIONS = ['action', 'viewType', ...ENTITY_LEVELS, 'insertionId', 'sessionId'] as const;
export type GroupDimension = (typeof GROUP_DIMENSIONS)[number];

/** Counts per entity of one level: of the listed candidates, or of every one that occurs. */
export interface EntitySelection {
  readonly level: EntityLevel;
  readonly ids: readonly string[] | '*';
}

/** A validated query: which actions of one user to count, over which windows, at which levels, grouped by what. */
export interface CountQuery {
  readonly userId: string;
  readonly actions: readonly ActionDeclaration[];
  /** Absent: all view types, and events without one. */
  readonly viewTypes?: readonly string[];
  readonly entities: readonly EntitySelection[];
  readonly windows: readonly Window[];
  readonly groupBy: readonly GroupDimension[];
  readonly asOfMs: number;
}

export interface CountQueryRules {
  readonly actions: ReadonlyMap<string, ActionDeclaration>;
  readonly nowMs: number;
  /** Tolerated lead of a producer's clock: as far ahead of `nowMs` may `asOf` lie. */
  readonly futureToleranceMs: number;
  readonly idBytesMax: number;
  readonly windowsMax: number;
  readonly windowDaysMax: number;
  /** Candidates and view types, over all levels. */
  readonly entityIdsMax: number;
  /** Windows × listed ids: the size of the answer that a query can force. */
  readonly listedCountsMax: number;
}

/** `consistency` is read where the request comes in: it is no matter of counting. */
const FIELDS = ['userId', 'actions', 'viewTypes', 'entities', 'windows', 'groupBy', 'asOf', 'consistency'];

/** The body of `POST /v1/counts:query`. Throws the typed error that names the field at fault. */
export function parseCountQuery(json: unknown, rules: CountQueryRules): CountQuery {
  const body = objectAt(json, 'body');
  refuseUnknownFields(body, FIELDS, '');
  const userId = idAt(body.userId, 'userId', rules);
  const viewTypes = body.viewTypes === undefined ? undefined : parseViewTypes(body.viewTypes, rules);
  const asOfMs = parseAsOf(body.asOf, rules);
  const query = {
    userId,
    actions: parseActions(body.actions, rules),
    ...(viewTypes !== undefined && { viewTypes }),
    entities: parseEntities(body.entities, rules),
    windows: parseWindows(body.windows, 'windows', {
      asOfMs,
      latestMs: rules.nowMs + rules.futureToleranceMs,
      windowsMax: rules.windowsMax,
      windowDaysMax: rules.windowDaysMax,
    }),
    groupBy: parseGroupBy(body.groupBy),
    asOfMs,
  };
  refuseTooManyCounts(query, rules);
  return query;
}

/** The event field behind a group; undefined for the action, which is in the column's name. */
export function fieldOfGroup(dimension: GroupDimension): EventDimension | undefined {
  if (dimension === 'action') return undefined;
  return dimension in LEVEL_FIELD ? LEVEL_FIELD[dimension as EntityLevel] : (dimension as EventDimension);
}

function parseAsOf(value: unknown, rules: CountQueryRules): number {
  if (value === undefined) return rules.nowMs;
  const asOfMs = parseInstant(value, 'asOf');
  if (asOfMs > rules.nowMs + rules.futureToleranceMs) throw invalidArgument('asOf', 'lies in the future');
  return asOfMs;
}

function parseActions(value: unknown, rules: CountQueryRules): readonly ActionDeclaration[] {
  const names = nonEmptyArrayAt(value, 'actions');
  const actions = names.map((name, i) =>
    declarationOf(stringAt(name, `actions[${i}]`), `actions[${i}]`, rules.actions),
  );
  return [...new Set(actions)];
}

function parseViewTypes(value: unknown, rules: CountQueryRules): readonly string[] {
  const viewTypes = nonEmptyArrayAt(value, 'viewTypes');
  refuseTooMany(viewTypes.length, 'viewTypes', rules);
  return idsAt(viewTypes, 'viewTypes', rules);
}

function parseEntities(value: unknown, rules: CountQueryRules): readonly EntitySelection[] {
  if (value === undefined) return [];
  const levels = objectAt(value, 'entities');
  let listed = 0;
  return Object.keys(levels).map((level) => {
    const field = `entities.${level.slice(0, 64)}`;
    if (!isLevel(level)) throw unknownLevel(level, field);
    const ids = levels[level];
    if (ids === '*') return { level, ids };
    if (typeof ids === 'string') throw invalidArgument(field, 'must be an array of ids, or "*" for all');
    const list = arrayAt(ids, field);
    listed += list.length;
    refuseTooMany(listed, 'entities', rules);
    return { level, ids: idsAt(list, field, rules) };
  });
}

function parseGroupBy(value: unknown): readonly GroupDimension[] {
  if (value === undefined) return [];
  const dimensions = arrayAt(value, 'groupBy').map((name, i) => groupAt(name, `groupBy[${i}]`));
  dimensions.forEach((name, i) => {
    if (dimensions.indexOf(name) < i) throw invalidArgument(`groupBy[${i}]`, 'appears twice');
  });
  return dimensions;
}

function groupAt(value: unknown, field: string): GroupDimension {
  const name = stringAt(value, field);
  const dimension = GROUP_DIMENSIONS.find((known) => known === name);
  if (dimension !== undefined) return dimension;
  throw invalidArgument(field, `must be one of ${GROUP_DIMENSIONS.join(', ')}`);
}

function idsAt(values: readonly unknown[], field: string, rules: CountQueryRules): readonly string[] {
  return [...new Set(values.map((value, i) => idAt(value, `${field}[${i}]`, rules)))];
}

function idAt(value: unknown, field: string, rules: CountQueryRules): string {
  const id = stringAt(value, field);
  checkId(id, field, rules.idBytesMax);
  return id;
}

function isLevel(name: string): name is EntityLevel {
  return (ENTITY_LEVELS as readonly string[]).includes(name);
}

function unknownLevel(level: string, field: string): TidemarkError {
  const message = `no entity level ${JSON.stringify(level.slice(0, 64))}; known: ${ENTITY_LEVELS.join(', ')}`;
  return new TidemarkError('unknown_level', message, { field });
}

function refuseTooMany(count: number, field: string, rules: CountQueryRules): void {
  if (count > rules.entityIdsMax) {
    throw invalidArgument(field, `must list at most ${rules.entityIdsMax} ids`);
  }
}

function refuseTooManyCounts(query: CountQuery, rules: CountQueryRules): void {
  const listed = query.entities.reduce((sum, { ids }) => sum + (ids === '*' ? 0 : ids.length), 0);
  if (query.windows.length * listed > rules.listedCountsMax) {
    throw invalidArgument('entities', `must make at most ${rules.listedCountsMax} counts with the windows`);
  }
}

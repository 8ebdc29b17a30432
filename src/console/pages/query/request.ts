/** A request of the query builder: what its form's values mean in the API. */
import type { ServerSchema } from '../../../client/index';

export type Corpus = ServerSchema['corpora'][number];
export type DataType = Corpus['dataTypes'][number];
export type EventType = NonNullable<DataType['events']>;

export const QUERY_KINDS = ['counts', 'caps', 'features', 'objects'] as const;
export type QueryKind = (typeof QUERY_KINDS)[number];

/** Values of the form by field, as text. They are the parameters of the page's address, too. */
export type Values = Readonly<Record<string, string | undefined>>;

type JsonObject = Readonly<Record<string, unknown>>;

/** Consistency levels of the form. The header's text is the value; the empty value stands for the default, eventual. */
export const CONSISTENCY_CHOICES = [
  { value: '', label: 'eventual (default)' },
  { value: 'bounded; max-staleness-ms=5000', label: 'bounded, at most 5 s old' },
  { value: 'strict', label: 'strict' },
] as const;

/** Request of the API. A request with a body is a POST, and one without is a GET. */
export interface QueryRequest {
  readonly kind: QueryKind;
  readonly path: string;
  readonly body?: JsonObject | undefined;
  /** Header `tidemark-consistency`; absent for the default. */
  readonly consistency?: string | undefined;
}

/** Returns the DataTypes of events, the default one first. */
export function eventTypesOf(corpora: readonly Corpus[]): readonly DataType[] {
  const all = corpora.flatMap(({ dataTypes }) => dataTypes).filter(({ events }) => events !== undefined);
  return all.sort((a, b) => Number(b.events!.default) - Number(a.events!.default));
}

/** Returns the event type that the values name, or the default one. */
export function chosenEventType(corpora: readonly Corpus[], { dataType }: Values): DataType | undefined {
  const all = eventTypesOf(corpora);
  return all.find(({ family }) => family === dataType) ?? all[0];
}

/** Returns the request of the values. Invalid values become part of it: the server names the field. */
export function requestOf(kind: QueryKind, values: Values, corpora: readonly Corpus[]): QueryRequest {
  const consistency = textOf(values['consistency']);
  if (kind === 'objects') return { kind, path: objectPath(values), consistency };
  const eventType = chosenEventType(corpora, values);
  const bodies = { counts: countBody, caps: capBody, features: featureBody };
  const body = { dataType: dataTypeOf(eventType), ...bodies[kind](values, eventType?.events) };
  const paths = { counts: '/v1/counts:query', caps: '/v1/caps:check', features: '/v1/features:fatigue' };
  return { kind, path: paths[kind], body: withoutUndefined(body), consistency };
}

/** Requests of the default event type name none. */
function dataTypeOf(eventType: DataType | undefined): string | undefined {
  return eventType?.events?.default === true ? undefined : eventType?.family;
}

function objectPath(values: Values): string {
  const { corpus = '', id = '', cells, versions } = values;
  const search = new URLSearchParams();
  if (textOf(cells) !== undefined) search.set('dataTypes', listOf(cells).join(','));
  if (textOf(versions) !== undefined) search.set('versions', versions!.trim());
  const query = search.toString().replaceAll('%2C', ',').replaceAll('%2F', '/');
  const path = `/v1/corpora/${encodeURIComponent(corpus)}/objects/${encodeURIComponent(id)}`;
  return query === '' ? path : `${path}?${query}`;
}

function countBody(values: Values, type: EventType | undefined): JsonObject {
  return {
    userId: values['user'] ?? '',
    actions: listOf(values['actions']),
    where: whereOf(values['where']),
    entities: entitiesOf(values, type),
    windows: listOf(values['windows']).map(windowOf),
    groupBy: optionalList(values['groupBy']),
    asOf: instantOf(values['asOf']),
    explain: values['explain'] === 'true' ? true : undefined,
  };
}

function capBody(values: Values): JsonObject {
  const action = textOf(values['reserve']);
  const ttlSeconds = numberOf(values['ttl']);
  return {
    userId: values['user'] ?? '',
    candidates: linesOf(values['candidates']).map(idsOf),
    rules: rulesOf(values['rules']).map(ruleBody),
    asOf: instantOf(values['asOf']),
    reserve: action === undefined ? undefined : withoutUndefined({ action, ttlSeconds }),
  };
}

function featureBody(values: Values): JsonObject {
  return {
    userId: values['user'] ?? '',
    candidates: linesOf(values['candidates']).map(idsOf),
    levels: optionalList(values['levels']),
    actions: optionalList(values['actions']),
    windows: optionalList(values['windows']),
    halfLives: optionalList(values['halfLives']),
    where: whereOf(values['where']),
    asOf: instantOf(values['asOf']),
  };
}

/** One frequency cap of the form. */
export interface Rule {
  readonly level: string;
  readonly actions: string;
  readonly window: string;
  readonly maximum: string;
}

const RULE_SEPARATOR = '~';

/** Returns the rules of a value: a line each, with `level~actions~window~maximum`. */
export function rulesOf(text: string | undefined): readonly Rule[] {
  return linesOf(text).map((line) => {
    const [level = '', actions = '', window = '', maximum = ''] = line.split(RULE_SEPARATOR);
    return { level, actions, window, maximum };
  });
}

/** Returns the value of rules. */
export function rulesText(rules: readonly Rule[]): string {
  return rules
    .map(({ level, actions, window, maximum }) => [level, actions, window, maximum].join(RULE_SEPARATOR))
    .join('\n');
}

function ruleBody({ level, actions, window, maximum }: Rule): JsonObject {
  return { level, actions: listOf(actions), window: windowOf(window), maximum: numberOf(maximum) ?? maximum };
}

const CALENDAR_UNITS: Readonly<Record<string, string>> = { h: 'hours', d: 'days', w: 'weeks', mo: 'months' };

/** `7d`: rolling; `7d@Asia/Jakarta`: calendar days, likewise h, w, mo; `<from>/<to>`: two times. */
export function windowOf(text: string): unknown {
  const [, count, unit = '', timeZone] = /^(\d{1,9})(h|d|w|mo)@(.+)$/.exec(text) ?? [];
  if (count !== undefined) return { [CALENDAR_UNITS[unit]!]: Number(count), timeZone };
  const [from, to, ...rest] = text.split('/');
  if (to === undefined || rest.length > 0) return text;
  return { from: instantOf(from), to: instantOf(to), name: text.slice(0, 64) };
}

/** `viewType=home_feed,search`: one of these; `sessionId=*`: any; `campaignId?=c1`: one of these, or none. */
function whereOf(text: string | undefined): JsonObject | undefined {
  const conditions = linesOf(text).map((line): [string, unknown] => {
    const at = line.indexOf('=');
    const left = at < 0 ? line : line.slice(0, at);
    const ids = at < 0 ? '' : line.slice(at + 1);
    if (left.endsWith('?')) return [left.slice(0, -1), { in: listOf(ids), optional: true }];
    return [left, ids === '*' ? '*' : listOf(ids)];
  });
  return conditions.length === 0 ? undefined : Object.fromEntries(conditions);
}

/** Name of the field with the entities of a level. */
export const entityField = (level: string): string => `entity.${level}`;

function entitiesOf(values: Values, type: EventType | undefined): JsonObject | undefined {
  const given = (type?.levels ?? []).flatMap(({ name }): readonly [string, unknown][] => {
    const text = textOf(values[entityField(name)]);
    return text === undefined ? [] : [[name, text === '*' ? '*' : listOf(text)]];
  });
  return given.length === 0 ? undefined : Object.fromEntries(given);
}

/** `adId=ad-1,campaignId=cmp-1` */
function idsOf(line: string): JsonObject {
  return Object.fromEntries(
    line.split(',').map((part) => {
      const at = part.indexOf('=');
      return at < 0 ? [part.trim(), ''] : [part.slice(0, at).trim(), part.slice(at + 1).trim()];
    }),
  );
}

/** Returns the items of a text that are separated by commas. */
export function listOf(text: string | undefined): readonly string[] {
  return (text ?? '')
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');
}

/** Returns the lines of a text that are not empty. */
export function linesOf(text: string | undefined): readonly string[] {
  return (text ?? '')
    .split('\n')
    .map((each) => each.trim())
    .filter((each) => each !== '');
}

function optionalList(text: string | undefined): readonly string[] | undefined {
  const list = listOf(text);
  return list.length === 0 ? undefined : list;
}

function textOf(text: string | undefined): string | undefined {
  const trimmed = text?.trim();
  return trimmed === '' ? undefined : trimmed;
}

function numberOf(text: string | undefined): number | undefined {
  const trimmed = textOf(text);
  return trimmed !== undefined && Number.isFinite(Number(trimmed)) ? Number(trimmed) : undefined;
}

/** Milliseconds are numbers; other times stay text. */
function instantOf(text: string | undefined): string | number | undefined {
  const trimmed = textOf(text);
  return trimmed !== undefined && /^\d+$/.test(trimmed) ? Number(trimmed) : trimmed;
}

function withoutUndefined(object: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));
}

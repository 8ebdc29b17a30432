import { parseActions, parseWhere } from '../counts/parse-count-query';
import { idAt, type IdRules } from '../counts/query-ids';
import { parseInstant } from '../time/instant';
import {
  nonEmptyArrayAt,
  objectAt,
  rejectUnknownFields,
  stringAt,
  wholeNumberAt,
  type JsonObject,
} from '../json/json-fields';
import type { ActionDeclaration, EventDataType, EventLevel, EventType } from '../schema/schema';
import { invalidArgument, TidemarkError } from '../../errors';
import { checkReachable } from './check-reachable';
import type { CapCandidate, CapQuery, CapRule, ReserveRequest } from './cap-query';
import { parseCapWindow } from './cap-window';
import { checkCandidates, checkReserve } from './check-cap-query';
import { RESERVATION_TTL_MAX_MS } from './reservation-family';
import { mapped } from '../shared/lists';
import { knownNames } from '../json/did-you-mean';

export interface CapQueryRules extends IdRules {
  /** Returns the event DataType of that name, or the default one. Throws an error that names `field`. */
  readonly eventDataType: (name: string | undefined, field: string) => EventDataType;
  readonly nowMs: number;
  /** Tolerated lead of a producer's clock, in milliseconds: `asOf` may be this far ahead of `nowMs`. */
  readonly futureToleranceMs: number;
  readonly windowDaysMax: number;
  /** Maximum number of ids over all conditions of a rule. */
  readonly entityIdsMax: number;
  readonly candidatesMax: number;
  readonly candidatesReservedMax: number;
  readonly rulesMax: number;
  /** Maximum number of candidates × rules. */
  readonly checksMax: number;
  readonly maximumMax: number;
}

/** The endpoint reads `consistency`. */
const FIELDS = ['dataType', 'userId', 'candidates', 'rules', 'asOf', 'reserve', 'consistency'];
const RULE_FIELDS = ['name', 'level', 'actions', 'window', 'maximum', 'where'];
const NAME_LENGTH_MAX = 64;

/** Parses the body of `POST /v1/caps:check`. Throws the typed error that names the field. */
export function parseCapQuery(json: unknown, rules: CapQueryRules): CapQuery {
  const body = objectAt(json, 'body');
  rejectUnknownFields(body, FIELDS, '');
  const name = body.dataType === undefined ? undefined : stringAt(body.dataType, 'dataType');
  const dataType = rules.eventDataType(name, 'dataType');
  const { events } = dataType;
  const asOfMs = parseAsOf(body.asOf, rules);
  const reserve = body.reserve === undefined ? undefined : parseReserve(body.reserve, events);
  const query: CapQuery = {
    dataType,
    userId: idAt(body.userId, 'userId', events.user.idType, rules),
    rules: parseCapRules(body.rules, events, rules),
    candidates: parseCandidates(body.candidates, events, rules),
    asOfMs,
    reserve,
  };
  if (query.candidates.length * query.rules.length > rules.checksMax) {
    throw invalidArgument('candidates', `candidates × rules must be at most ${rules.checksMax} checks`);
  }
  checkCandidates(query);
  if (reserve !== undefined) checkReserve(query, reserve, rules);
  return query;
}

function parseAsOf(value: unknown, { nowMs, futureToleranceMs }: CapQueryRules): number | undefined {
  if (value === undefined) return undefined;
  const asOfMs = parseInstant(value, 'asOf');
  if (asOfMs > nowMs + futureToleranceMs) throw invalidArgument('asOf', 'must not be in the future');
  return asOfMs;
}

/** Parses a list of rules, from a request or a file. */
function parseCapRules(value: unknown, type: EventType, rules: CapQueryRules): readonly CapRule[] {
  const entries = nonEmptyArrayAt(value, 'rules');
  if (entries.length > rules.rulesMax) {
    throw invalidArgument('rules', `must have at most ${rules.rulesMax} entries`);
  }
  const parsed = mapped(entries, (entry, i) => parseRule(entry, `rules[${i}]`, { type, rules }));
  rejectSameNames(parsed);
  return parsed;
}

/** Rejects equal names, since answers and metrics identify a rule by its name only. */
function rejectSameNames(rules: readonly CapRule[]): void {
  const seen = new Map<string, number>();
  for (const [i, { name }] of rules.entries()) {
    const earlier = seen.get(name);
    if (earlier !== undefined) {
      throw invalidArgument(`rules[${i}].name`, `must differ from the name of rules[${earlier}]`);
    }
    seen.set(name, i);
  }
}

function parseRule(
  value: unknown,
  field: string,
  { type, rules }: { readonly type: EventType; readonly rules: CapQueryRules },
): CapRule {
  const fields = objectAt(value, field);
  rejectUnknownFields(fields, RULE_FIELDS, `${field}.`);
  const { nowMs, futureToleranceMs, windowDaysMax, maximumMax } = rules;
  const where = parseWhere(fields.where, `${field}.where`, type, rules);
  const rule: CapRule = {
    name: parseName(fields.name, field),
    level: levelAt(fields.level, `${field}.level`, type.levels),
    actions: parseActions(fields.actions, `${field}.actions`, type),
    window: parseCapWindow(fields.window, `${field}.window`, {
      asOfMs: nowMs,
      latestMs: nowMs + futureToleranceMs,
      windowDaysMax,
      windowsMax: 1,
    }),
    maximum: wholeNumberAt(fields.maximum, `${field}.maximum`, { min: 0, max: maximumMax }),
    where,
    idSets: mapped(where, ({ ids }) => ids && new Set(ids)),
  };
  checkReachable(rule, `${field}.maximum`, futureToleranceMs);
  return rule;
}

function parseName(value: unknown, field: string): string {
  if (value === undefined) return field;
  const name = stringAt(value, `${field}.name`);
  if (name !== '' && name.length <= NAME_LENGTH_MAX) return name;
  throw invalidArgument(`${field}.name`, `must have 1 to ${NAME_LENGTH_MAX} characters`);
}

function levelAt(value: unknown, field: string, levels: readonly EventLevel[]): EventLevel {
  const name = stringAt(value, field);
  const level = levels.find((each) => each.name === name);
  if (level !== undefined) return level;
  const known = levels.map((each) => each.name);
  const message = `no level ${JSON.stringify(name.slice(0, 64))}${knownNames(name, known)}`;
  throw new TidemarkError('unknown_level', message, { field });
}

function parseCandidates(value: unknown, type: EventType, rules: CapQueryRules): readonly CapCandidate[] {
  const entries = nonEmptyArrayAt(value, 'candidates');
  if (entries.length > rules.candidatesMax) {
    throw invalidArgument('candidates', `must have at most ${rules.candidatesMax} entries`);
  }
  const known = new Set(type.dimensions.map(({ name }) => name));
  return mapped(entries, (entry, i) => {
    const field = `candidates[${i}]`;
    const fields = objectAt(entry, field);
    for (const name of Object.keys(fields)) {
      if (name === 'id' || known.has(name)) continue;
      throw unknownDimension(name, field, known);
    }
    return parseCandidate(fields, field, { type, rules });
  });
}

/**
 * Parses the known properties of the event that would follow, such as `{"adId": "17", "campaignId": "3", "insertionId":
 * "9"}`.
 */
function parseCandidate(
  fields: JsonObject,
  field: string,
  { type, rules }: { readonly type: EventType; readonly rules: CapQueryRules },
): CapCandidate {
  const dimensions = type.dimensions.map(({ name, idType }) =>
    fields[name] === undefined ? undefined : idAt(fields[name], `${field}.${name}`, idType, rules),
  );
  if (fields.id === undefined) return { dimensions };
  const id = stringAt(fields.id, `${field}.id`);
  if (id.length > rules.idBytesMax) {
    throw invalidArgument(`${field}.id`, `must have at most ${rules.idBytesMax} characters`);
  }
  return { id, dimensions };
}

function unknownDimension(name: string, field: string, known: ReadonlySet<string>): TidemarkError {
  const quoted = JSON.stringify(name.slice(0, 64));
  return new TidemarkError(
    'unknown_dimension',
    `no dimension ${quoted}${knownNames(name, ['id', ...known])}`,
    {
      field: `${field}.${name.slice(0, 64)}`,
    },
  );
}

const RESERVE_FIELDS = ['action', 'ttlSeconds'];
const TTL_SECONDS_DEFAULT = 60;

function parseReserve(value: unknown, type: EventType): ReserveRequest {
  const fields = objectAt(value, 'reserve');
  rejectUnknownFields(fields, RESERVE_FIELDS, 'reserve.');
  const action = actionAt(fields.action, 'reserve.action', type.actions);
  const ttlSeconds = wholeNumberAt(fields.ttlSeconds ?? TTL_SECONDS_DEFAULT, 'reserve.ttlSeconds', {
    min: 1,
    max: RESERVATION_TTL_MAX_MS / 1_000,
  });
  return { action, ttlMs: ttlSeconds * 1_000 };
}

function actionAt(value: unknown, field: string, declared: readonly ActionDeclaration[]): ActionDeclaration {
  const name = stringAt(value, field);
  const action = declared.find((each) => each.name === name);
  if (action !== undefined) return action;
  const known = declared.map((each) => each.name);
  const message = `no action ${JSON.stringify(name.slice(0, 64))}${knownNames(name, known)}`;
  throw new TidemarkError('unknown_action', message, { field });
}

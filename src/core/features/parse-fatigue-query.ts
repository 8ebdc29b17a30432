import { invalidArgument } from '../../errors';
import { countOf } from '../shared/count-of';
import { parseInstant } from '../time/instant';
import { idAt, type IdRules } from '../counts/query-ids';
import { nonEmptyArrayAt, objectAt } from '../json/json-fields';
import type { FeatureLayout } from './feature-layout';
import type { FeatureCandidate, FatigueQuery, FeatureSpec } from './feature-spec';
import { mapped } from '../shared/lists';

export interface FatigueQueryRules extends IdRules {
  readonly nowMs: number;
  /** Tolerated lead of a producer's clock, in milliseconds: `asOf` may be this far ahead of `nowMs`. */
  readonly futureToleranceMs: number;
  readonly candidatesMax: number;
  /** Maximum number of candidates × features: the size of the answer. */
  readonly featureValuesMax: number;
}

interface QueryFields {
  readonly userId?: unknown;
  readonly candidates?: unknown;
  readonly asOf?: unknown;
}

/** Parses the user, the candidates and the time of a request. Throws the typed error that names the field. */
export function parseFatigueQuery(
  body: QueryFields,
  { spec, layout }: { readonly spec: FeatureSpec; readonly layout: FeatureLayout },
  rules: FatigueQueryRules,
): FatigueQuery {
  const entries = nonEmptyArrayAt(body.candidates, 'candidates');
  if (entries.length > rules.candidatesMax) {
    throw invalidArgument('candidates', `must have at most ${rules.candidatesMax} entries`);
  }
  if (entries.length * layout.names.length > rules.featureValuesMax) {
    const per = `${countOf(layout.names.length, 'feature')} per candidate`;
    throw invalidArgument('candidates', `must result in at most ${rules.featureValuesMax} numbers (${per})`);
  }
  return {
    spec,
    userId: idAt(body.userId, 'userId', spec.dataType.events.user.idType, rules),
    candidates: mapped(entries, (entry, i) => parseCandidate(entry, `candidates[${i}]`, { spec, rules })),
    asOfMs: parseAsOf(body.asOf, rules),
  };
}

/** Parses the known entities of a candidate, such as `{"adId": "17", "campaignId": "3"}`. */
function parseCandidate(
  value: unknown,
  field: string,
  { spec, rules }: { readonly spec: FeatureSpec; readonly rules: FatigueQueryRules },
): FeatureCandidate {
  const entities = objectAt(value, field);
  rejectOthers(Object.keys(entities), field, spec);
  const ids = mapped(spec.levels, ({ dimension: { name, idType } }) =>
    entities[name] === undefined ? undefined : idAt(entities[name], `${field}.${name}`, idType, rules),
  );
  if (ids.some((id) => id !== undefined)) return ids;
  const names = spec.levels.map(({ dimension }) => dimension.name);
  throw invalidArgument(field, `must have at least one of ${names.join(', ')}`);
}

/**
 * Rejects names that identify no entity. Levels outside the spec are ignored silently: callers pass candidates as they
 * have them.
 */
function rejectOthers(names: readonly string[], field: string, { dataType }: FeatureSpec): void {
  const known = dataType.events.levels.map(({ dimension }) => dimension.name);
  for (const name of names) {
    if (known.includes(name)) continue;
    throw invalidArgument(
      `${field}.${name.slice(0, 64)}`,
      `does not identify an entity; known: ${known.join(', ')}`,
    );
  }
}

function parseAsOf(value: unknown, { nowMs, futureToleranceMs }: FatigueQueryRules): number {
  if (value === undefined) return nowMs;
  const asOfMs = parseInstant(value, 'asOf');
  if (asOfMs > nowMs + futureToleranceMs) throw invalidArgument('asOf', 'must not be in the future');
  return asOfMs;
}

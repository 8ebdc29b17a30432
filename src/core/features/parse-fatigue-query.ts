import { invalidArgument } from '../../errors';
import { parseInstant } from '../time/instant';
import { idAt, type IdRules } from '../counts/query-ids';
import { nonEmptyArrayAt, objectAt } from '../json/json-fields';
import type { FeatureLayout } from './feature-layout';
import type { FeatureCandidate, FatigueQuery, FeatureSpec } from './feature-spec';

export interface FatigueQueryRules extends IdRules {
  readonly nowMs: number;
  /** Tolerated lead of a producer's clock: as far ahead of `nowMs` may `asOf` lie. */
  readonly futureToleranceMs: number;
  readonly candidatesMax: number;
  /** Candidates × features: the size of the answer. */
  readonly featureValuesMax: number;
}

interface QueryFields {
  readonly userId?: unknown;
  readonly candidates?: unknown;
  readonly asOf?: unknown;
}

/** Whom and what the body asks about. Throws the typed error that names the field at fault. */
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
    const per = `${layout.names.length} features of each`;
    throw invalidArgument('candidates', `must make at most ${rules.featureValuesMax} numbers, with ${per}`);
  }
  return {
    spec,
    userId: idAt(body.userId, 'userId', spec.dataType.events.user.idType, rules),
    candidates: entries.map((entry, i) => parseCandidate(entry, `candidates[${i}]`, { spec, rules })),
    asOfMs: parseAsOf(body.asOf, rules),
  };
}

/** What is known of the entities that a candidate belongs to, e.g. `{"adId": "17", "campaignId": "3"}`. */
function parseCandidate(
  value: unknown,
  field: string,
  { spec, rules }: { readonly spec: FeatureSpec; readonly rules: FatigueQueryRules },
): FeatureCandidate {
  const entities = objectAt(value, field);
  refuseOthers(Object.keys(entities), field, spec);
  const ids = spec.levels.map(({ dimension: { name, idType } }) =>
    entities[name] === undefined ? undefined : idAt(entities[name], `${field}.${name}`, idType, rules),
  );
  if (ids.some((id) => id !== undefined)) return ids;
  const names = spec.levels.map(({ dimension }) => dimension.name);
  throw invalidArgument(field, `must have at least one of ${names.join(', ')}`);
}

/** Levels that were not asked for are left out without a word: candidates come as they are. */
function refuseOthers(names: readonly string[], field: string, { dataType }: FeatureSpec): void {
  const known = dataType.events.levels.map(({ dimension }) => dimension.name);
  for (const name of names) {
    if (known.includes(name)) continue;
    throw invalidArgument(
      `${field}.${name.slice(0, 64)}`,
      `identifies no entity; known: ${known.join(', ')}`,
    );
  }
}

function parseAsOf(value: unknown, { nowMs, futureToleranceMs }: FatigueQueryRules): number {
  if (value === undefined) return nowMs;
  const asOfMs = parseInstant(value, 'asOf');
  if (asOfMs > nowMs + futureToleranceMs) throw invalidArgument('asOf', 'lies in the future');
  return asOfMs;
}

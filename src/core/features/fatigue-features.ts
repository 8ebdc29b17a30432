import { TidemarkError } from '../../errors';
import type { EventColumns } from '../columns/event-columns';
import { IdSet } from '../columns/id-set';
import { splitByDimensions } from '../columns/refine';
import { runToCompletion, type Steps } from '../shared/steps';
import { SUMMED_EVENTS_MAX } from './decay-sums';
import type { FeatureLayout } from './feature-layout';
import type { FatigueQuery } from './feature-spec';
import { matchCombinations, NOT_FOUND, querySets, type MatchedCombinations } from './matched-combinations';
import {
  emptyFeatureTally,
  tallyPart,
  featureTallyShape,
  type FeatureTally,
  type FeatureTallyShape,
} from './feature-tally';
import { VectorWriter } from './vector-writer';
import { mapped } from '../shared/lists';

/** Events of one user. Those before `countedFromMs`, in milliseconds since the Unix epoch, are ignored. */
export interface StoredParts {
  readonly parts: readonly EventColumns[];
  readonly countedFromMs: number;
}

/** Number of candidates whose vectors are written in one step. */
const CANDIDATES_PER_STEP = 32;

/**
 * Returns the vectors of a query's candidates, concatenated, from all events of one user in disjoint parts. The result
 * is identical to the bit for any division of the events into parts: counts, latest times and sums (see `decay-sums`)
 * do not depend on it. Events before `countedFromMs` are ignored. Throws `too_many_events` beyond the number of events
 * for which sums are exact.
 */
export function fatigueFeatures(
  query: FatigueQuery,
  layout: FeatureLayout,
  stored: StoredParts,
): Float32Array {
  return runToCompletion(fatigueInSteps(query, layout, stored));
}

/** Computes vectors like `fatigueFeatures`, in steps: one for each part and each group of candidates. */
export function* fatigueInSteps(
  query: FatigueQuery,
  layout: FeatureLayout,
  stored: StoredParts,
): Steps<Float32Array> {
  const { spec, candidates, asOfMs } = query;
  rejectTooMany(stored.parts);
  const ids = mapped(spec.levels, () => new IdSet());
  const entities = mapped(candidates, (each) =>
    mapped(each, (id, i) => (id === undefined ? NOT_FOUND : ids[i]!.add(id))),
  );
  const sets = querySets(spec, ids);
  const shape = featureTallyShape(spec);
  const range = { fromMs: Math.max(asOfMs - spec.lookbackMs, stored.countedFromMs), toMs: asOfMs };
  const tallies = mapped(ids, ({ size }) => emptyFeatureTally(size * spec.actions.length, shape));
  const looked = mapped([...spec.levels, ...spec.where], ({ dimension }) => dimension.index);
  for (const part of stored.parts) {
    const columns = splitByDimensions(part, looked);
    yield;
    const matched = matchCombinations(columns, sets);
    yield;
    const tally = matched.slotCount === 0 ? undefined : tallyPart(columns, matched, { shape, range });
    yield;
    if (tally !== undefined) addToEntities(tally, matched, { tallies, shape });
    yield;
  }
  const writer = new VectorWriter(layout, { shape, tallies, candidates: candidates.length });
  for (const [at, numbers] of entities.entries()) {
    writer.add(numbers);
    if (at % CANDIDATES_PER_STEP === CANDIDATES_PER_STEP - 1) yield;
  }
  return writer.vectors;
}

function rejectTooMany(parts: readonly EventColumns[]): void {
  const events = parts.reduce((sum, { count }) => sum + count, 0);
  if (events <= SUMMED_EVENTS_MAX) return;
  const message = `has ${events} events; features support at most ${SUMMED_EVENTS_MAX}`;
  throw new TidemarkError('too_many_events', message, { field: 'userId' });
}

/** Adds each combination's numbers to those of its entity at each level. */
function addToEntities(
  tally: FeatureTally,
  { slotCount, actions, entities }: MatchedCombinations,
  { tallies, shape }: { readonly tallies: readonly FeatureTally[]; readonly shape: FeatureTallyShape },
): void {
  const actionCount = shape.spec.actions.length;
  const { size } = shape;
  tallies.forEach((target, level) => {
    const numbers = entities[level]!;
    for (let slot = 0; slot < slotCount; slot++) {
      if (numbers[slot] === NOT_FOUND) continue;
      const to = numbers[slot]! * actionCount + actions[slot]!;
      target.lastAgesMs[to] = Math.min(target.lastAgesMs[to]!, tally.lastAgesMs[slot]!);
      for (let i = 0; i < size; i++) target.numbers[to * size + i]! += tally.numbers[slot * size + i]!;
    }
  });
}

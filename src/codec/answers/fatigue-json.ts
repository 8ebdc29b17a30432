import type { Steps } from '../../core/shared/steps';
import { formatInstant } from '../../core/time/instant';
import { jsonInSteps } from '../json/json-in-steps';
import type { EvidenceJson } from './evidence-json';
import { orAbsent } from './omitted-json';
import type { FatigueFeaturesAnswer } from './fatigue-protobuf';

/** Encodes fatigue features as JSON, in steps of one candidate each. */
export function fatigueJson(
  { userId, asOfMs, layout, vectors, withNames, omitted }: FatigueFeaturesAnswer,
  consistency: EvidenceJson,
): Steps<string> {
  const answer = {
    userId,
    asOf: formatInstant(asOfMs),
    version: layout.version,
    layout: layout.id,
    names: withNames ? layout.names : undefined,
    candidates: valuesOf(vectors, layout.names.length),
    omitted: orAbsent(omitted),
    consistency,
  };
  return jsonInSteps(answer, 'candidates');
}

/** Yields the vector of each candidate. JSON encodes NaN as null. */
function* valuesOf(vectors: Float32Array, size: number): Generator<{ readonly values: readonly number[] }> {
  for (let first = 0; first < vectors.length; first += size) {
    yield { values: [...vectors.subarray(first, first + size)] };
  }
}

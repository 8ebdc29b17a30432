import type { FeatureLayout } from './feature-layout';
import { NOT_FOUND } from './matched-combinations';
import type { FeatureTally, FeatureTallyShape } from './feature-tally';

const MS_PER_SECOND = 1_000;
const NO_PRIOR = { impressions: 0, rate: 0 };

/**
 * Writes tallies of entities as vectors of 32-bit floats in the order of the layout. Missing values are NaN: all
 * features of a level without a known entity, the time since an event that never occurred, and a rate without
 * impressions.
 */
export class VectorWriter {
  readonly #layout: FeatureLayout;
  readonly #shape: FeatureTallyShape;
  readonly #tallies: readonly FeatureTally[];
  /** First segment of each window. A window contains all following segments too. */
  readonly #firstSegments: readonly number[];
  readonly vectors: Float32Array;
  #at = 0;

  constructor(
    layout: FeatureLayout,
    parts: {
      readonly shape: FeatureTallyShape;
      readonly tallies: readonly FeatureTally[];
      readonly candidates: number;
    },
  ) {
    const { shape, tallies, candidates } = parts;
    this.#layout = layout;
    this.#shape = shape;
    this.#tallies = tallies;
    this.#firstSegments = shape.spec.windows.map(({ lengthMs }) => shape.boundsMs.indexOf(lengthMs));
    this.vectors = new Float32Array(candidates * layout.names.length);
  }

  /** Appends a candidate's vector. `entities` are the numbers of its entities by level, or -1. */
  add(entities: readonly number[]): void {
    entities.forEach((entity, level) => {
      const end = this.#at + this.#layout.levelSize;
      if (entity === NOT_FOUND) this.vectors.fill(NaN, this.#at, end);
      else this.#addLevel(this.#tallies[level]!, entity);
      this.#at = end;
    });
  }

  #addLevel(tally: FeatureTally, entity: number): void {
    const { actions, rate } = this.#shape.spec;
    const first = entity * actions.length;
    let at = this.#at;
    for (let action = 0; action < actions.length; action++, at += this.#layout.actionSize) {
      this.#addAction(tally, first + action, at);
    }
    if (rate !== undefined) this.#addRates(tally, first, at);
  }

  #addAction(tally: FeatureTally, slot: number, start: number): void {
    const { boundsMs, size, spec } = this.#shape;
    let at = start;
    for (let window = 0; window < spec.windows.length; window++) {
      this.vectors[at++] = this.#countOf(tally, slot, window);
    }
    const ageMs = tally.lastAgesMs[slot]!;
    this.vectors[at++] = ageMs === Infinity ? NaN : ageMs / MS_PER_SECOND;
    for (let i = boundsMs.length; i < size; i++) this.vectors[at++] = tally.numbers[slot * size + i]!;
  }

  #addRates(tally: FeatureTally, firstSlot: number, start: number): void {
    const { windows, rate } = this.#shape.spec;
    const { clicks, impressions, prior = NO_PRIOR } = rate!;
    for (let window = 0; window < windows.length; window++) {
      const clicked = this.#countOf(tally, firstSlot + clicks, window) + prior.impressions * prior.rate;
      const shown = this.#countOf(tally, firstSlot + impressions, window) + prior.impressions;
      this.vectors[start + window] = shown === 0 ? NaN : clicked / shown;
    }
  }

  #countOf({ numbers }: FeatureTally, slot: number, window: number): number {
    const { boundsMs, size } = this.#shape;
    let count = 0;
    for (let i = this.#firstSegments[window]!; i < boundsMs.length; i++) count += numbers[slot * size + i]!;
    return count;
  }
}

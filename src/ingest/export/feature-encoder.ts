import type { TrainingExample } from './training-examples';

/** Encoder of one output format. */
export interface FeatureEncoder {
  /** Returns the first bytes of the file. `first` is the first example. A resumed encoder returns bytes that are there. */
  header(first: TrainingExample): Buffer;
  /** Returns the next bytes of the file. A format with groups of rows returns them when a group is full. */
  encode(example: TrainingExample, vector: Float32Array): Buffer;
  /** Returns the bytes of all examples that are buffered. */
  take?(): Buffer;
  /** Returns the last bytes of the file. */
  end?(): Buffer;
  /** Returns what an encoder needs to continue behind all bytes so far. */
  state?(): string | undefined;
}

/** Output of an earlier run that an encoder continues. */
export interface ResumedEncoding {
  /** Size of the output, in bytes. */
  readonly offset: number;
  /** `state()` of the encoder at that size. */
  readonly state: string | undefined;
}

/** Returns the value of a copied column as text: JSON, unless it is a text. */
export function labelText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

export interface SketchRowAddress {
  readonly table: string;
  readonly family: string;
  readonly key: Buffer;
  /** Key of this row in the sketch buffer. */
  readonly bufferKey: string;
}

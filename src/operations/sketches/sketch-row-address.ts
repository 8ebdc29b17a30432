/** Location of a sketch row in the store, and its key in the buffer. */
export interface SketchRowAddress {
  readonly table: string;
  readonly family: string;
  readonly key: Buffer;
  /** Key of this row in the sketch buffer. */
  readonly bufferKey: string;
}

/** The parts of a cell of a user's row that events are decoded from: a single event ("raw") or an action block. */
export interface EventCell {
  readonly qualifier: Uint8Array;
  readonly timestampMicros: number;
  readonly value: Uint8Array;
}

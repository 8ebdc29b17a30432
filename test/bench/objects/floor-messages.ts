/** Messages between the benchmark and the process of the floors. */
import type { Case } from './cases';

/** `read`: one ReadRows for each request, of which nothing is used. `encode`: decoding and stringifying in a bare loop. */
export type FloorPart = 'read' | 'encode';

/** `connect`: connects to this Bigtable, and answers with the port of a bare server. */
export type FloorRequest =
  | { readonly connect: string }
  | { readonly usage: true }
  | { readonly pauses: true }
  | {
      readonly part: FloorPart;
      readonly of: Case;
      /** Number of stored objects of the case's size. */
      readonly stored: number;
      readonly durationMs: number;
    };

export interface FloorResult {
  readonly requests: number;
  readonly cpuMicros: number;
}

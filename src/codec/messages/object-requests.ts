/** Requests of the gRPC service of objects, as objects with the fields that are set. */
import type { RequestedGenerations } from '../../core/generations/pointer-vector';

/** Content of `tidemark.v1.CellSelector`. */
export interface CellSelectorMessage {
  readonly dataType?: string;
  readonly subTypes?: readonly string[];
}

/** Content of `tidemark.v1.GetObjectRequest`. */
export interface GetObjectMessage {
  readonly corpus: string;
  readonly id: string;
  readonly select: readonly CellSelectorMessage[];
  readonly versions: number;
  readonly generations: RequestedGenerations;
}

/** Content of `tidemark.v1.BatchGetObjectsRequest`. */
export interface BatchGetObjectsMessage {
  readonly corpus: string;
  readonly objects: readonly { readonly id?: string; readonly select?: readonly CellSelectorMessage[] }[];
  readonly versions: number;
  readonly generations: RequestedGenerations;
}

/** Content of `tidemark.v1.PutObjectRequest`. */
export interface PutObjectMessage {
  readonly corpus: string;
  readonly id: string;
  readonly dataType: string;
  readonly subType: string;
  readonly timestampMs: number;
  readonly value: Buffer;
}

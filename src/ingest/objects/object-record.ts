import type { ObjectBody } from '../../operations/objects/cell-to-put';
import type { TidemarkError } from '../../errors';

/** Formats of files with objects. Each record is one version of one cell. */
export const OBJECT_FORMATS = ['ndjson', 'parquet', 'protobuf'] as const;
export type ObjectFormat = (typeof OBJECT_FORMATS)[number];

/** One version of a cell, as it is exported. */
export interface ObjectRecord {
  readonly id: string;
  readonly dataType: string;
  readonly subType: string;
  readonly timestampMs: number;
  /** The serialized message. */
  readonly value: Buffer;
}

/** One version of a cell, as a file has it. */
export interface ObjectInput {
  readonly id: string;
  readonly dataType: string;
  readonly subType: string;
  /** Absent: the time at which the load began. */
  readonly timestampMs?: number | undefined;
  readonly body: ObjectBody;
}

/** Record of a file, with its place, and its text for the rejects file. */
export interface ObjectSourceRecord {
  /** Number of the line or, in Parquet and protobuf, of the record, from 1. */
  readonly line: number;
  /** Returns the text of the record: Base64 in protobuf, and JSON in Parquet. */
  readonly raw: () => string;
  readonly input: ObjectInput | TidemarkError;
  /** Size of the record in memory, in bytes. */
  readonly bytes: number;
}

/** Records of a file, in order. */
export interface ObjectSource {
  readonly records: AsyncIterable<ObjectSourceRecord>;
  bytesRead(): number;
}

/** Returns the format that the name of a file stands for; NDJSON if it has no known ending. */
export function objectFormatOf(path: string): ObjectFormat {
  if (/\.parquet$/i.test(path)) return 'parquet';
  return /\.(pb|binpb)$/i.test(path) ? 'protobuf' : 'ndjson';
}

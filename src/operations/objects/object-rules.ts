import type { CallOptions } from '../../bigtable/client/types';
import type { SchemaRegistry } from '../../codec/declarations/schema-registry';
import { checkId } from '../../core/events/ids';
import type { DataType } from '../../core/schema/schema';
import { invalidArgument } from '../../errors';
import { MARKER_BYTE } from '../../core/objects/delete-markers';
import type { Clock } from '../../platform/time/clock';
import type { Reader } from '../../consistency/store';
import type { VersionedWriteOptions, VersionedWriter } from '../../consistency/write/versioned-writer';

/** `DEFAULTS.objects` of the configuration. */
export interface ObjectLimits {
  readonly idBytesMax: number;
  readonly subTypeBytesMax: number;
  readonly versionsMax: number;
  /** Objects in one batch. */
  readonly batchMax: number;
  /** Cells named in one read. */
  readonly selectorsMax: number;
  /** Bytes of the values in one answer; of a batch, also of all that is read for it, which is held at once. */
  readonly answerBytesMax: number;
  /** Tolerated lead of a writer's clock. */
  readonly futureToleranceMs: number;
}

export interface ObjectDependencies {
  readonly schema: SchemaRegistry;
  readonly clock: Clock;
  readonly limits: ObjectLimits;
}

export interface ObjectReadDependencies extends ObjectDependencies {
  readonly reader: Reader;
}

export interface ObjectWriteDependencies extends ObjectDependencies {
  readonly cells: VersionedWriter;
}

/** An object that is about to be written, its value in the proto3 JSON mapping. */
export interface ObjectToCheck {
  readonly id: string;
  readonly subType: string;
  readonly value: unknown;
}

/** What objects must be beyond what their messages say, by the full name of the message: each throws what is wrong. */
export type ObjectChecks = ReadonlyMap<string, (object: ObjectToCheck) => void>;

export type ObjectOperation<Request, Answer> = (request: Request, options?: CallOptions) => Promise<Answer>;

/** As `ObjectOperation`; the write comes after what the token in its options speaks for. */
export type ObjectWrite<Request, Answer> = (
  request: Request,
  options?: VersionedWriteOptions,
) => Promise<Answer>;

/** The DataType, unless it holds events: those are counted, never read or written one by one. */
export function objectType(
  schema: SchemaRegistry,
  corpus: string,
  name: { readonly family: string; readonly field: string },
): DataType {
  const dataType = schema.dataType(corpus, name.family, name.field);
  if (dataType.events !== undefined) {
    throw invalidArgument(name.field, 'holds events: write them to /v1/events, read counts of them');
  }
  return dataType;
}

/** What Tidemark tells of itself. Whoever wrote it could say of pacing and ingestion what nobody has found out. */
const INTERNAL_MESSAGES: ReadonlySet<string> = new Set([
  'tidemark.v1.PacingState',
  'tidemark.v1.PacingSnapshot',
  'tidemark.v1.StageProgress',
]);

/** The same of what is to be written or deleted: not of what Tidemark alone writes, which anybody may read. */
export function writableObjectType(schema: SchemaRegistry, corpus: string, family: string): DataType {
  const dataType = objectType(schema, corpus, { family, field: 'dataType' });
  if (INTERNAL_MESSAGES.has(dataType.message)) {
    throw invalidArgument('dataType', 'is written by Tidemark itself: it can be read, and nothing else');
  }
  return dataType;
}

export function checkObjectId(id: string, limits: ObjectLimits, field = 'id'): void {
  checkId(id, field, limits.idBytesMax);
}

export function checkSubType(subType: string, limits: ObjectLimits, field = 'subType'): void {
  checkId(subType, field, limits.subTypeBytesMax);
  if (subType.charCodeAt(0) === MARKER_BYTE) {
    throw invalidArgument(
      field,
      'must not begin with the character U+0000: deletions are recorded under such names',
    );
  }
}

/** The latest version, in milliseconds since the epoch: Bigtable keeps microseconds. */
export const TIMESTAMP_MS_MAX = Math.floor(Number.MAX_SAFE_INTEGER / 1_000);

/** Whole milliseconds since the epoch. */
export function checkVersionTimestamp(timestampMs: number): void {
  if (!Number.isSafeInteger(timestampMs) || timestampMs < 0 || timestampMs > TIMESTAMP_MS_MAX) {
    throw invalidArgument('timestampMs', `must be a whole number from 0 to ${TIMESTAMP_MS_MAX}`);
  }
}

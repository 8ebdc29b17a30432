import type { CallOptions } from '../../bigtable/client/types';
import type { SchemaRegistry } from '../../codec/declarations/schema-registry';
import { checkId } from '../../core/events/ids';
import type { ObserveOmission } from '../../core/privacy/omissions';
import type { DataType } from '../../core/schema/schema';
import { invalidArgument } from '../../errors';
import { MARKER_BYTE } from '../../core/objects/delete-markers';
import type { Clock } from '../../platform/time/clock';
import type { Reader } from '../../consistency/store';
import type { ServedGenerations } from '../generations/served-generations';
import type { VersionedWriteOptions, VersionedWriter } from '../../consistency/write/versioned-writer';

/** The section `objects` of the configuration. */
export interface ObjectLimits {
  readonly idBytesMax: number;
  readonly subTypeBytesMax: number;
  readonly versionsMax: number;
  /** Maximum number of objects in one batch. */
  readonly batchMax: number;
  /** Maximum number of cells named in one read. */
  readonly selectorsMax: number;
  /**
   * Maximum size of the values in one answer, in bytes; for a batch also of everything that is read for it and held
   * in memory.
   */
  readonly answerBytesMax: number;
  /** Maximum lead of a version over this process's clock, in milliseconds. */
  readonly futureToleranceMs: number;
}

interface ObjectDependencies {
  readonly schema: SchemaRegistry;
  readonly clock: Clock;
  readonly limits: ObjectLimits;
}

export interface ObjectReadDependencies extends ObjectDependencies {
  readonly reader: Reader;
  /** Absent: reads of DataTypes with generations fail. */
  readonly generations?: ServedGenerations | undefined;
  /** Receives the DataTypes that are left out of answers. Absent in commands and tests. */
  readonly onOmission?: ObserveOmission | undefined;
}

export interface ObjectWriteDependencies extends ObjectDependencies {
  readonly cells: VersionedWriter;
}

/** An object to be written, with its value in the proto3 JSON mapping. */
interface ObjectToCheck {
  readonly id: string;
  readonly subType: string;
  readonly value: unknown;
}

/** Additional checks of objects by full message name. Each throws the error of an invalid object. */
export type ObjectChecks = ReadonlyMap<string, (object: ObjectToCheck) => void>;

/** An operation on objects that reads. */
export type ObjectOperation<Request, Answer> = (request: Request, options?: CallOptions) => Promise<Answer>;

/** A write operation. It is ordered after the writes in the token of its options. */
export type ObjectWrite<Request, Answer> = (
  request: Request,
  options?: VersionedWriteOptions,
) => Promise<Answer>;

/**
 * Returns the DataType. Throws `invalid_argument` if it holds events, which are counted and never read or written
 * individually.
 */
export function objectType(
  schema: SchemaRegistry,
  corpus: string,
  name: { readonly family: string; readonly field: string },
): DataType {
  const dataType = schema.dataType(corpus, name.family, name.field);
  if (dataType.events !== undefined) {
    throw invalidArgument(name.field, 'holds events: write them with /v1/events, read them as counts');
  }
  return dataType;
}

/**
 * Messages that Tidemark writes for itself. If users could write them, they could forge pacing states and the
 * progress of ingestion.
 */
const INTERNAL_MESSAGES: ReadonlySet<string> = new Set([
  'tidemark.v1.PacingChange',
  'tidemark.v1.PacingState',
  'tidemark.v1.PacingSnapshot',
  'tidemark.v1.StageProgress',
]);

/**
 * Returns a DataType for writing or deleting single cells. Throws `invalid_argument` for those that are read-only:
 * Tidemark's internal messages, and DataTypes with generations.
 */
export function writableObjectType(schema: SchemaRegistry, corpus: string, family: string): DataType {
  const dataType = objectType(schema, corpus, { family, field: 'dataType' });
  if (isInternal(dataType)) {
    throw invalidArgument('dataType', 'is written by Tidemark only: it is read-only');
  }
  if (dataType.generations === true)
    throw invalidArgument(
      'dataType',
      'is stored in generations, which only pipelines write: it is read-only',
    );
  return dataType;
}

/** Whether only Tidemark itself writes objects of the DataType. */
export function isInternal({ message }: DataType): boolean {
  return INTERNAL_MESSAGES.has(message);
}

/** Throws `invalid_argument` for an id that is empty, too long or not valid Unicode. */
export function checkObjectId(id: string, limits: Pick<ObjectLimits, 'idBytesMax'>, field = 'id'): void {
  checkId(id, field, limits.idBytesMax);
}

/** Throws `invalid_argument` for a SubType that is empty, too long, or begins with U+0000. */
export function checkSubType(subType: string, limits: ObjectLimits, field = 'subType'): void {
  checkId(subType, field, limits.subTypeBytesMax);
  if (subType.charCodeAt(0) === MARKER_BYTE) {
    throw invalidArgument(
      field,
      'must not begin with the character U+0000: deletions are recorded under such names',
    );
  }
}

/** Maximum timestamp of a version, in milliseconds since the Unix epoch. Bigtable stores microseconds. */
export const TIMESTAMP_MS_MAX = Math.floor(Number.MAX_SAFE_INTEGER / 1_000);

/** Throws `invalid_argument` unless the timestamp is whole milliseconds since the Unix epoch. */
export function checkVersionTimestamp(timestampMs: number): void {
  if (!Number.isSafeInteger(timestampMs) || timestampMs < 0 || timestampMs > TIMESTAMP_MS_MAX) {
    throw invalidArgument('timestampMs', `must be a whole number from 0 to ${TIMESTAMP_MS_MAX}`);
  }
}

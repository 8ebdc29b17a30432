import type { SchemaRegistry } from '../../codec/declarations/schema-registry';
import { rowKey } from '../../core/rows/row-key';
import type { DataType } from '../../core/schema/schema';
import { invalidArgument, TidemarkError } from '../../errors';
import type { Clock } from '../../platform/time/clock';
import type { CellToPut } from '../../consistency/write/versioned-writer';
import {
  checkObjectId,
  checkSubType,
  checkVersionTimestamp,
  writableObjectType,
  type ObjectChecks,
  type ObjectLimits,
} from './object-rules';

/** One cell to write, as a caller names it. */
export interface ObjectToPut {
  readonly corpus: string;
  readonly id: string;
  readonly dataType: string;
  readonly subType: string;
  /** Version, in milliseconds since the Unix epoch. */
  readonly timestampMs?: number | undefined;
  readonly body: ObjectBody;
}

/** Value in the proto3 JSON mapping, or serialized. */
export type ObjectBody =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'protobuf'; readonly bytes: Buffer };

export interface CellChecks {
  readonly schema: SchemaRegistry;
  readonly clock: Clock;
  readonly limits: ObjectLimits;
  readonly checks: ObjectChecks;
}

/** Checks everything that does not depend on the store, and returns the cell. Throws typed errors that name the field. */
export function cellToPut(object: ObjectToPut, { schema, clock, limits, checks }: CellChecks): CellToPut {
  const { corpus, id, subType, timestampMs: versionMs, body } = object;
  const dataType = writableObjectType(schema, corpus, object.dataType);
  checkObjectId(id, limits);
  checkSubType(subType, limits);
  const { futureToleranceMs } = limits;
  if (versionMs !== undefined) checkVersion(versionMs, { nowMs: clock.nowMs(), dataType, futureToleranceMs });
  const value = serialize(schema, dataType, body);
  checks.get(dataType.message)?.({ id, subType, value: schema.codec(dataType).toJson(value) });
  const { family } = dataType;
  return { table: corpus, key: rowKey(id), family, qualifier: Buffer.from(subType), value, versionMs };
}

interface VersionRules {
  readonly nowMs: number;
  readonly dataType: DataType;
  readonly futureToleranceMs: number;
}

function checkVersion(timestampMs: number, { nowMs, dataType, futureToleranceMs }: VersionRules): void {
  checkVersionTimestamp(timestampMs);
  if (timestampMs > nowMs + futureToleranceMs) throw invalidArgument('timestampMs', 'lies in the future');
  const { maxAgeMs } = dataType.retention;
  if (maxAgeMs !== undefined && timestampMs < nowMs - maxAgeMs) {
    throw invalidArgument(
      'timestampMs',
      `is older than the ${maxAgeMs / 1000} s retention of ${dataType.family}`,
    );
  }
}

function serialize(schema: SchemaRegistry, dataType: DataType, body: ObjectBody): Buffer {
  const codec = schema.codec(dataType);
  const { valueBytesMax } = dataType;
  // The size is checked before decoding.
  if (body.kind === 'protobuf' && body.bytes.length > valueBytesMax)
    throw tooLarge(dataType, body.bytes.length);
  if (body.kind === 'protobuf') {
    codec.verify(body.bytes);
    return body.bytes;
  }
  const bytes = codec.fromJson(body.value);
  if (bytes.length > valueBytesMax) throw tooLarge(dataType, bytes.length);
  return bytes;
}

function tooLarge({ family, valueBytesMax }: DataType, bytes: number): TidemarkError {
  const message = `has ${bytes} bytes serialized; a value of ${family} may have at most ${valueBytesMax}`;
  return new TidemarkError('value_too_large', message, { field: 'body' });
}

import type { SchemaRegistry } from '../../codec/declarations/schema-registry';
import { rowKey } from '../../core/rows/row-key';
import type { DataType } from '../../core/schema/schema';
import type { WriteToken } from '../../core/tokens/write-token';
import { invalidArgument, TidemarkError } from '../../errors';
import {
  checkObjectId,
  checkSubType,
  checkVersionTimestamp,
  type ObjectChecks,
  type ObjectWrite,
  type ObjectWriteDependencies,
  writableObjectType,
} from './object-rules';

export interface PutObjectRequest {
  readonly corpus: string;
  readonly id: string;
  readonly dataType: string;
  readonly subType: string;
  /**
   * Version, in milliseconds since the Unix epoch. Default: the current time, and newer than all acknowledged
   * versions.
   */
  readonly timestampMs?: number | undefined;
  readonly body:
    | { readonly kind: 'json'; readonly value: unknown }
    | { readonly kind: 'protobuf'; readonly bytes: Buffer };
}

interface PutObjectAnswer {
  readonly timestampMs: number;
  /** Token for reads that must contain the write. */
  readonly token: WriteToken;
}

export type PutObject = ObjectWrite<PutObjectRequest, PutObjectAnswer>;

export interface PutObjectDependencies extends ObjectWriteDependencies {
  readonly checks: ObjectChecks;
}

/**
 * Returns an operation that writes one cell. All checks precede the write, so an error leaves nothing written. It
 * throws `version_conflict` for an explicit version that has been deleted.
 */
export function createPutObject(dependencies: PutObjectDependencies): PutObject {
  const { cells, schema, clock, limits, checks } = dependencies;
  return async (request, options) => {
    const { corpus, id, subType, body } = request;
    const dataType = writableObjectType(schema, corpus, request.dataType);
    checkObjectId(id, limits);
    checkSubType(subType, limits);
    const { timestampMs: versionMs } = request;
    const { futureToleranceMs } = limits;
    if (versionMs !== undefined)
      checkVersion(versionMs, { nowMs: clock.nowMs(), dataType, futureToleranceMs });
    const value = serialize(schema, dataType, body);
    checks.get(dataType.message)?.({ id, subType, value: schema.codec(dataType).toJson(value) });
    const place = {
      table: corpus,
      key: rowKey(id),
      family: dataType.family,
      qualifier: Buffer.from(subType),
    };
    const written = await cells.put({ ...place, value, versionMs }, options);
    return { timestampMs: written.versionMs, token: written.token };
  };
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

function serialize(schema: SchemaRegistry, dataType: DataType, body: PutObjectRequest['body']): Buffer {
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

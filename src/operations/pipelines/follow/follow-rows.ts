/**
 * Rows of followed partitions in the table of pipelines:
 *
 *     follow#<pipeline>             layout: `FollowLayout`
 *     follow#<pipeline>#<number>    lease and progress of a partition: `PartitionRecord`
 *
 * Each has one cell with JSON besides the row's version, and changes by transactions.
 */
import type { Cell, Row, RowRange } from '../../../bigtable/client/types';
import { arrayAt, objectAt, stringAt, wholeNumberAt } from '../../../core/json/json-fields';
import type {
  FollowedPartition,
  FollowLayout,
  KeyRange,
  PartPosition,
  Successor,
} from '../../../core/pipelines/follow/layout';
import type { PartitionRecord } from '../../../core/pipelines/follow/partition-lease';
import { PIPELINE_FAMILY } from '../../../core/pipelines/pipelines-table';
import { TidemarkError } from '../../../errors';

const STATE_QUALIFIER = Buffer.from('state');
const PREFIX = 'follow#';
const ID_DIGITS = 10;

export const layoutKey = (pipeline: string): Buffer => Buffer.from(`${PREFIX}${pipeline}`);

export const recordKey = (pipeline: string, id: number): Buffer =>
  Buffer.from(`${PREFIX}${pipeline}#${String(id).padStart(ID_DIGITS, '0')}`);

/** Returns the range of all rows of the pipeline, or of all pipelines. Names of pipelines have no `#`. */
export function followRows(pipeline?: string): RowRange {
  const [start, end] =
    pipeline === undefined ? [PREFIX, 'follow$'] : [`${PREFIX}${pipeline}`, `${PREFIX}${pipeline}$`];
  return {
    start: { key: Buffer.from(start), inclusive: true },
    end: { key: Buffer.from(end), inclusive: false },
  };
}

/** A row of this kind by its key: the layout has no id. */
export function followRowOf(key: Buffer): { readonly pipeline: string; readonly id: number | undefined } {
  const [, pipeline = '', id] = key.toString('utf8').split('#');
  return { pipeline, id: id === undefined ? undefined : Number(id) };
}

/** Returns the cell with the state of a row. */
export function stateCell(row: Row | undefined): Cell | undefined {
  return row?.cells.find(
    ({ family, qualifier }) => family === PIPELINE_FAMILY && qualifier.equals(STATE_QUALIFIER),
  );
}

export { STATE_QUALIFIER };

/** Codec of row keys and tokens, as text. Both may contain ids of objects. */
export interface KeyCodec {
  encode(key: Buffer): string;
  /** Throws `data_corrupted` for a text that was encoded otherwise. */
  decode(text: string): Buffer;
}

const HIDDEN = Buffer.alloc(0);

/** Codec that leaves keys and tokens empty, for readers that need only watermarks. */
export const WITHOUT_KEYS: KeyCodec = { encode: () => '', decode: () => HIDDEN };

/** Codec of the state of followed partitions. Decoding throws `data_corrupted`. */
export interface FollowCodec {
  readonly layouts: StateCodec<FollowLayout>;
  readonly records: StateCodec<PartitionRecord>;
}

/** Codec of one kind of state. */
export interface StateCodec<T> {
  readonly encode: (state: T) => Buffer;
  readonly decode: (bytes: Buffer) => T;
}

export function followCodec(keys: KeyCodec): FollowCodec {
  const token = (text: string): string => keys.encode(Buffer.from(text));
  const tokenFrom = (value: unknown, name: string): string => keys.decode(stringAt(value, name)).toString();
  const rangeJson = ({ start, end }: KeyRange) => ({ start: keys.encode(start), end: keys.encode(end) });
  const rangeFrom = (json: Json): KeyRange => ({
    start: keys.decode(stringAt(json['start'], 'start')),
    end: keys.decode(stringAt(json['end'], 'end')),
  });
  const partJson = (part: PartPosition) => ({ ...part, ...rangeJson(part), token: token(part.token) });
  const partFrom = (value: unknown): PartPosition => {
    const json = objectAt(value, 'part');
    const lowWatermarkMicros = countAt(json['lowWatermarkMicros'], 'lowWatermarkMicros');
    return { ...rangeFrom(json), token: tokenFrom(json['token'], 'token'), lowWatermarkMicros };
  };
  const partitionJson = (partition: FollowedPartition) => ({
    ...partition,
    ...rangeJson(partition),
    parts: partition.parts.map(partJson),
  });
  const partitionFrom = (value: unknown): FollowedPartition => {
    const json = objectAt(value, 'partition');
    return {
      id: countAt(json['id'], 'id'),
      table: stringAt(json['table'], 'table'),
      ...rangeFrom(json),
      parts: arrayAt(json['parts'], 'parts').map(partFrom),
      addedAtMs: countAt(json['addedAtMs'], 'addedAtMs'),
    };
  };
  const successorJson = ({ from, partition }: Successor) => ({
    from: partJson(from),
    partition: rangeJson(partition),
  });
  const successorFrom = (value: unknown): Successor => {
    const json = objectAt(value, 'successor');
    return { from: partFrom(json['from']), partition: rangeFrom(objectAt(json['partition'], 'partition')) };
  };
  return {
    layouts: {
      encode: ({ nextId, partitions }) =>
        Buffer.from(JSON.stringify({ nextId, partitions: partitions.map(partitionJson) })),
      decode: (bytes) =>
        decoded(bytes, (json) => ({
          nextId: countAt(json['nextId'], 'nextId'),
          partitions: arrayAt(json['partitions'], 'partitions').map(partitionFrom),
        })),
    },
    records: {
      encode: (record) =>
        Buffer.from(
          JSON.stringify({
            ...record,
            token: record.token === undefined ? undefined : token(record.token),
            successors: record.successors?.map(successorJson),
          }),
        ),
      decode: (bytes) =>
        decoded(bytes, (json) => ({
          holder: optional(json['holder'], (value) => stringAt(value, 'holder')),
          term: countAt(json['term'], 'term'),
          leaseMs: countAt(json['leaseMs'], 'leaseMs'),
          requestedBy: optional(json['requestedBy'], (value) => stringAt(value, 'requestedBy')),
          token: optional(json['token'], (value) => tokenFrom(value, 'token')),
          lowWatermarkMicros: optional(json['lowWatermarkMicros'], (value) =>
            countAt(value, 'lowWatermarkMicros'),
          ),
          writtenAtMs: countAt(json['writtenAtMs'], 'writtenAtMs'),
          successors: optional(json['successors'], (value) =>
            arrayAt(value, 'successors').map(successorFrom),
          ),
        })),
    },
  };
}

type Json = ReturnType<typeof objectAt>;

const countAt = (value: unknown, name: string): number =>
  wholeNumberAt(value, name, { min: 0, max: Number.MAX_SAFE_INTEGER });

function optional<T>(value: unknown, read: (value: unknown) => T): T | undefined {
  return value === undefined || value === null ? undefined : read(value);
}

function decoded<T>(bytes: Buffer, read: (json: Json) => T): T {
  try {
    return read(objectAt(JSON.parse(bytes.toString('utf8')), 'state'));
  } catch (cause) {
    throw new TidemarkError('data_corrupted', 'the stored state of a followed partition is corrupted', {
      cause,
    });
  }
}

/** Encoders of exported features: lines of text, length-delimited messages, or Parquet. */
import protobuf from 'protobufjs/minimal';
import { vectorBytes } from '../../codec/answers/fatigue-protobuf';
import { LENGTH_DELIMITED } from '../../core/protobuf/wire-types';
import type { CompiledFeatureSpec } from '../../core/features/feature-spec-cache';
import { labelText, type FeatureEncoder, type ResumedEncoding } from './feature-encoder';
import { createParquetFeatures } from './parquet-features';
import type { TrainingExample } from './training-examples';

export const FEATURE_EXPORT_FORMATS = ['ndjson', 'csv', 'protobuf', 'parquet'] as const;
export type FeatureExportFormat = (typeof FEATURE_EXPORT_FORMATS)[number];

interface EncoderOptions {
  /** Number of rows of a group in Parquet. */
  readonly rowGroupRows: number;
  readonly resumed: ResumedEncoding | undefined;
}

/** Returns the encoder of a format. */
export async function createFeatureEncoder(
  format: FeatureExportFormat,
  prepared: CompiledFeatureSpec,
  options: EncoderOptions,
): Promise<FeatureEncoder> {
  if (format === 'parquet') return createParquetFeatures(prepared, options);
  if (format === 'csv') return new CsvEncoder(prepared);
  return format === 'ndjson' ? ndjsonEncoder(prepared) : PROTOBUF_ENCODER;
}

const NOTHING = Buffer.alloc(0);

/** Writes `{userId, asOf, candidate, labels, values}`; a value that is not a number is null. */
function ndjsonEncoder({ spec }: CompiledFeatureSpec): FeatureEncoder {
  const names = spec.levels.map(({ dimension }) => dimension.name);
  return {
    header: () => NOTHING,
    encode({ query, labels }, vector) {
      const ids = query.candidates[0]!;
      const line = {
        userId: query.userId,
        asOf: new Date(query.asOfMs).toISOString(),
        candidate: Object.fromEntries(names.map((name, level) => [name, ids[level]])),
        labels,
        values: [...vector],
      };
      return Buffer.from(`${JSON.stringify(line)}\n`);
    },
  };
}

/**
 * Writes CSV (RFC 4180): user, time, ids of the candidate, copied columns, features by name. A missing value is
 * empty.
 */
class CsvEncoder implements FeatureEncoder {
  readonly #prepared: CompiledFeatureSpec;

  constructor(prepared: CompiledFeatureSpec) {
    this.#prepared = prepared;
  }

  header({ labels }: TrainingExample): Buffer {
    const { spec, layout } = this.#prepared;
    const ids = spec.levels.map(({ dimension }) => dimension.name);
    return csvLine(['userId', 'asOf', ...ids, ...Object.keys(labels), ...layout.names]);
  }

  encode({ query, labels }: TrainingExample, vector: Float32Array): Buffer {
    const values = Array.from(vector, (value) => (Number.isNaN(value) ? undefined : value));
    const asOf = new Date(query.asOfMs).toISOString();
    return csvLine([query.userId, asOf, ...query.candidates[0]!, ...Object.values(labels), ...values]);
  }
}

function csvLine(fields: readonly unknown[]): Buffer {
  return Buffer.from(`${fields.map(csvField).join(',')}\r\n`);
}

function csvField(value: unknown): string {
  if (value === undefined || value === null) return '';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const tagOf = (field: number): number => (field << 3) | LENGTH_DELIMITED;

/** Writes `tidemark.v1.FatigueExample` messages, each after its length. */
const PROTOBUF_ENCODER: FeatureEncoder = {
  header: () => NOTHING,
  encode({ query, labels }, vector) {
    const writer = new protobuf.BufferWriter().fork();
    writer.uint32(tagOf(1)).fork().uint32(tagOf(1)).bytes(vectorBytes(vector)).ldelim();
    for (const [name, value] of Object.entries(labels)) {
      writer
        .uint32(tagOf(2))
        .fork()
        .uint32(tagOf(1))
        .string(name)
        .uint32(tagOf(2))
        .string(labelText(value))
        .ldelim();
    }
    writer
      .uint32(tagOf(3))
      .string(query.userId)
      .uint32(4 << 3)
      .int64(query.asOfMs);
    return writer.ldelim().finish() as Buffer;
  },
};

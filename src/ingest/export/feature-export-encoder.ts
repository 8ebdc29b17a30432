/** Encoders of exported features: lines of text or length-delimited messages. */
import protobuf from 'protobufjs/minimal';
import { vectorBytes } from '../../codec/answers/fatigue-protobuf';
import { LENGTH_DELIMITED } from '../../core/protobuf/wire-types';
import type { CompiledFeatureSpec } from '../../core/features/feature-spec-cache';
import type { TrainingExample } from './training-examples';

export const FEATURE_EXPORT_FORMATS = ['ndjson', 'csv', 'protobuf'] as const;
export type FeatureExportFormat = (typeof FEATURE_EXPORT_FORMATS)[number];

/** Encoder of one output format. */
export interface ExportEncoder {
  /** Returns the first bytes of the file. `first` is the first example. */
  header(first: TrainingExample): Buffer;
  encode(example: TrainingExample, vector: Float32Array): Buffer;
}

/** Returns the encoder of a format. */
export function createExportEncoder(
  format: FeatureExportFormat,
  prepared: CompiledFeatureSpec,
): ExportEncoder {
  if (format === 'csv') return new CsvEncoder(prepared);
  return format === 'ndjson' ? ndjsonEncoder(prepared) : PROTOBUF_ENCODER;
}

const NOTHING = Buffer.alloc(0);

/** Writes `{userId, asOf, candidate, labels, values}`; a value that is not a number is null. */
function ndjsonEncoder({ spec }: CompiledFeatureSpec): ExportEncoder {
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
class CsvEncoder implements ExportEncoder {
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
const PROTOBUF_ENCODER: ExportEncoder = {
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

function labelText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

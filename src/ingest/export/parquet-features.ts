import type { CompiledFeatureSpec } from '../../core/features/feature-spec-cache';
import { invalidArgument } from '../../errors';
import { loadRowGroupWriter, type RowGroupColumn, type RowGroupWriter } from '../files/row-group-writer';
import { labelText, type FeatureEncoder, type ResumedEncoding } from './feature-encoder';
import type { TrainingExample } from './training-examples';

const MICROS_PER_MS = 1_000;
const TEXT = { type: 'BYTE_ARRAY', converted_type: 'UTF8' } as const;
const TIMESTAMP = { type: 'INT64', converted_type: 'TIMESTAMP_MICROS' } as const;

type Row = Pick<TrainingExample, 'query' | 'labels'> & { readonly vector: Float32Array };
interface ParquetFeaturesOptions {
  /** Number of rows of a row group; there are fewer before a checkpoint. */
  readonly rowGroupRows: number;
  readonly resumed: ResumedEncoding | undefined;
}

type OpenWriter = Awaited<ReturnType<typeof loadRowGroupWriter>>;

/**
 * Returns an encoder of Parquet with the columns of CSV: user, time, ids of the candidate, copied columns as text,
 * features by name. A missing value is null.
 */
export async function createParquetFeatures(
  prepared: CompiledFeatureSpec,
  options: ParquetFeaturesOptions,
): Promise<FeatureEncoder> {
  return new ParquetFeatures(prepared, await loadRowGroupWriter(), options);
}

class ParquetFeatures implements FeatureEncoder {
  readonly #prepared: CompiledFeatureSpec;
  readonly #open: OpenWriter;
  readonly #options: ParquetFeaturesOptions;
  #file: RowGroupWriter | undefined;
  #labels: readonly string[] = [];
  #rows: Row[] = [];

  constructor(prepared: CompiledFeatureSpec, open: OpenWriter, options: ParquetFeaturesOptions) {
    this.#prepared = prepared;
    this.#open = open;
    this.#options = options;
  }

  header({ labels }: TrainingExample): Buffer {
    this.#labels = Object.keys(labels);
    const { offset, state } = this.#options.resumed ?? {};
    this.#file = this.#open({ schema: this.#schema(), offset, state });
    return this.#file.take([], 0);
  }

  encode({ query, labels }: TrainingExample, vector: Float32Array): Buffer {
    this.#rows.push({ query, labels, vector });
    return this.#rows.length < this.#options.rowGroupRows ? NOTHING : this.take();
  }

  take(): Buffer {
    if (this.#rows.length === 0) return NOTHING;
    const group = this.#file!.take(this.#columns(), this.#rows.length);
    this.#rows = [];
    return group;
  }

  end(): Buffer {
    return this.#file === undefined ? NOTHING : Buffer.concat([this.take(), this.#file.end()]);
  }

  state(): string | undefined {
    // Until the first example, nothing is behind what an earlier run has written.
    return this.#file?.state() ?? this.#options.resumed?.state;
  }

  /** Throws `invalid_argument` if two columns have the same name. */
  #schema() {
    const { spec, layout } = this.#prepared;
    const ids = spec.levels.map(({ dimension }) => dimension.name);
    const texts = [...ids, ...this.#labels];
    const names = ['userId', 'asOf', ...texts, ...layout.names];
    const duplicate = names.find((name, at) => names.indexOf(name) !== at);
    if (duplicate !== undefined) throw invalidArgument('pass', `"${duplicate}" is the name of two columns`);
    const columns = [
      { name: 'userId', ...TEXT, repetition_type: 'REQUIRED' as const },
      { name: 'asOf', ...TIMESTAMP, repetition_type: 'REQUIRED' as const },
      ...texts.map((name) => ({ name, ...TEXT, repetition_type: 'OPTIONAL' as const })),
      ...layout.names.map((name) => ({
        name,
        type: 'FLOAT' as const,
        repetition_type: 'OPTIONAL' as const,
      })),
    ];
    return [{ name: 'root', num_children: columns.length }, ...columns];
  }

  #columns(): readonly RowGroupColumn[] {
    const { spec, layout } = this.#prepared;
    const column = (name: string, valueOf: (row: Row) => unknown): RowGroupColumn => ({
      name,
      data: this.#rows.map(valueOf),
    });
    return [
      column('userId', ({ query }) => query.userId),
      column('asOf', ({ query }) => BigInt(query.asOfMs * MICROS_PER_MS)),
      ...spec.levels.map(({ dimension }, at) =>
        column(dimension.name, ({ query }) => query.candidates[0]![at]),
      ),
      ...this.#labels.map((name) => column(name, ({ labels }) => textOrNull(labels[name]))),
      ...layout.names.map((name, at) =>
        column(name, ({ vector }) => (Number.isNaN(vector[at]!) ? undefined : vector[at])),
      ),
    ];
  }
}

const NOTHING = Buffer.alloc(0);

const textOrNull = (value: unknown): string | undefined =>
  value === undefined || value === null ? undefined : labelText(value);

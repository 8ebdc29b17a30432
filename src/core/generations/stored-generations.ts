/** The record of generations as it is stored: one cell of JSON in a row for each DataType. */
import { TidemarkError } from '../../errors';
import {
  EMPTY_GENERATIONS,
  GENERATION_STATES,
  type Generation,
  type GenerationRecord,
} from './generation-record';

/** Version of the stored form. */
const FORMAT = 1;
const PREFIX = 'generation#';

/** Column of the record. */
export const GENERATIONS_QUALIFIER = Buffer.from('generations');

/** Names of a DataType. */
export interface DataTypeName {
  readonly corpus: string;
  readonly family: string;
}

/** Returns the name of a DataType by which its generations are found: `corpus/family`. */
export const generationsOf = ({ corpus, family }: DataTypeName): string => `${corpus}/${family}`;

/** Returns the key of the row with the generations of a DataType. */
export function generationsKey({ corpus, family }: DataTypeName): Buffer {
  return Buffer.from(`${PREFIX}${corpus}#${family}`);
}

export function encodeGenerations(record: GenerationRecord): Buffer {
  return Buffer.from(JSON.stringify({ format: FORMAT, ...record }));
}

/** Decodes a record. Undefined stands for a DataType without any. Throws `data_corrupted` and `data_unsupported`. */
export function decodeGenerations(value: Buffer | undefined): GenerationRecord {
  if (value === undefined) return EMPTY_GENERATIONS;
  const stored = parsed(value);
  if (stored.format !== FORMAT)
    throw new TidemarkError('data_unsupported', 'the generations have a later format version');
  const { nextNumber, publications, generations } = stored;
  const isValid =
    isWhole(nextNumber) &&
    isWhole(publications) &&
    Array.isArray(generations) &&
    generations.every(isGeneration);
  if (!isValid) throw corrupted();
  return { nextNumber, publications, generations };
}

function parsed(value: Buffer): Partial<Record<'format' | keyof GenerationRecord, unknown>> {
  try {
    const stored: unknown = JSON.parse(value.toString('utf8'));
    if (typeof stored === 'object' && stored !== null) return stored;
  } catch (cause) {
    throw corrupted(cause);
  }
  throw corrupted();
}

function isGeneration(value: unknown): value is Generation {
  if (typeof value !== 'object' || value === null) return false;
  const { number, state, pipeline, runId, versionMs } = value as Partial<Generation>;
  return (
    isWhole(number) &&
    GENERATION_STATES.some((each) => each === state) &&
    typeof pipeline === 'string' &&
    typeof runId === 'string' &&
    isWhole(versionMs)
  );
}

const isWhole = (value: unknown): value is number => Number.isSafeInteger(value);

const corrupted = (cause?: unknown): TidemarkError =>
  new TidemarkError('data_corrupted', 'the stored generations cannot be read', { cause });

/** Mapping of training records to feature queries, and the columns that are copied to the output. */
import type { FatigueQuery } from '../../core/features/feature-spec';
import { parseFatigueQuery, type FatigueQueryRules } from '../../core/features/parse-fatigue-query';
import type { CompiledFeatureSpec } from '../../core/features/feature-spec-cache';
import type { EventType } from '../../core/schema/schema';
import { invalidArgument, TidemarkError } from '../../errors';
import { rejectUnknownMappedFields, type FieldMapping } from '../files/field-mapping';
import type { SourceRecord } from '../files/record-source';

export interface ExampleMapping extends FieldMapping {
  /** Columns that are copied to the output. Default: all columns that no field is read from. */
  readonly pass?: readonly string[] | undefined;
}

/** One training record: its feature query and its copied columns. */
export interface TrainingExample {
  readonly query: FatigueQuery;
  readonly labels: Readonly<Record<string, unknown>>;
}

/** Maps a record to a training example, or to its error. */
export type ToTrainingExample = (record: SourceRecord) => TrainingExample | { readonly error: TidemarkError };

/** Returns the fields that a record is mapped to: the user, the time, and the ids of its candidate. */
function exampleFields({ levels }: EventType): readonly string[] {
  return ['userId', 'asOf', ...levels.map(({ dimension }) => dimension.name)];
}

/**
 * Compiles the mapping. `rules` returns the rules in force when a record is read. Throws `invalid_argument` for an
 * unknown field.
 */
export function compileExampleMapping(
  mapping: ExampleMapping,
  prepared: CompiledFeatureSpec,
  rules: () => FatigueQueryRules,
): ToTrainingExample {
  const fields = exampleFields(prepared.spec.dataType.events);
  rejectUnknownMappedFields(mapping, fields, 'an example');
  const columns = new Map(fields.map((field) => [field, mapping.columns[field] ?? field]));
  const isRead = (column: string): boolean =>
    fields.some((field) => mapping.constants[field] === undefined && columns.get(field) === column);
  const isCopied = (column: string): boolean => !isRead(column);
  return ({ fields: record, columns: present }) => {
    if (record instanceof TidemarkError) return { error: record };
    try {
      const valueOf = (field: string): unknown =>
        mapping.constants[field] ?? record[columns.get(field)!] ?? undefined;
      const [, , ...dimensions] = fields;
      const entities = dimensions.map((name) => [name, idOf(valueOf(name), name)] as const);
      const body = {
        userId: idOf(valueOf('userId'), 'userId'),
        asOf: instantOf(valueOf('asOf')),
        candidates: [Object.fromEntries(entities.filter(([, id]) => id !== undefined))],
      };
      return {
        query: parseFatigueQuery(body, prepared, rules()),
        labels: labelsOf(record, mapping.pass ?? (present ?? Object.keys(record)).filter(isCopied)),
      };
    } catch (error) {
      if (error instanceof TidemarkError) return { error: inRecord(error) };
      throw error;
    }
  };
}

/** Throws `invalid_argument` for a mapped column that the file does not have. */
export function rejectMissingColumns(
  { columns, pass = [] }: ExampleMapping,
  present: readonly string[],
): void {
  const mapped = Object.entries(columns).map(
    ([field, column]) => ['column', `${field}=${column}`, column] as const,
  );
  const copied = pass.map((column) => ['pass', column, column] as const);
  for (const [option, text, column] of [...mapped, ...copied]) {
    if (present.includes(column)) continue;
    throw invalidArgument(option, `${text}: no such column; there are ${present.join(', ')}`);
  }
}

/** Accepts exact integers, because files often have numbers as ids. */
function idOf(value: unknown, field: string): unknown {
  if (typeof value !== 'number') return value;
  if (Number.isSafeInteger(value)) return String(value);
  throw invalidArgument(field, 'must be a string or a whole number of at most 53 bits');
}

/** The time is required: without it there is no point in time to compute the features for. */
function instantOf(value: unknown): unknown {
  if (value === undefined) throw invalidArgument('asOf', 'is required');
  return typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
}

function labelsOf(
  record: Readonly<Record<string, unknown>>,
  names: readonly string[],
): TrainingExample['labels'] {
  return Object.fromEntries(names.map((name) => [name, record[name] ?? null]));
}

/** A record has one candidate, so errors name the record's own field. */
function inRecord(error: TidemarkError): TidemarkError {
  const field = error.field?.replace(/^candidates(\[0\])?\.?/, '');
  if (field === error.field || field === undefined) return error;
  return new TidemarkError(error.code, error.message, { field: field === '' ? 'record' : field });
}

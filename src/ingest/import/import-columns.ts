/** Checks which columns of a log are read and which are ignored. */
import type { EventDataType } from '../../core/schema/schema';
import { invalidArgument } from '../../errors';
import { didYouMean } from '../../core/json/did-you-mean';
import { fieldPaths } from '../files/nested-fields';
import type { ImportMapping } from './import-mapping';

/** Throws `invalid_argument` for a record with a column that is neither mapped nor ignored. */
export type CheckColumns = (fields: Readonly<Record<string, unknown>>) => void;

/** Returns the names of the event fields that columns can be mapped to. */
export function importFields({ events }: Pick<EventDataType, 'events'>): readonly string[] {
  const { user, action, time, dimensions } = events;
  return [user, action, time, ...dimensions].map(({ name }) => name);
}

/** Returns the column that a field is read from; undefined when the field is a constant. */
export function mappedColumn({ columns, constants }: ImportMapping, field: string): string | undefined {
  return constants[field] === undefined ? (columns[field] ?? field) : undefined;
}

/**
 * Compiles the column check of NDJSON records. Without it, a misspelt column would silently lose a dimension. The fields of
 * an object are columns of their own, such as `ad.id`, if one of them is mapped or ignored.
 */
export function compileColumnCheck(dataType: EventDataType, mapping: ImportMapping): CheckColumns {
  if (mapping.ignoreUnknown === true) return () => undefined;
  const read = columnsRead(dataType, mapping);
  const known = new Set([...read, ...(mapping.ignoredColumns ?? [])]);
  const objects = parentsOf(known);
  const enters = (path: string): boolean => !known.has(path) && objects.has(path);
  return (fields) => {
    for (const column of fieldPaths(fields, enters)) {
      if (known.has(column)) continue;
      const reason = whyUnread(column, dataType) + didYouMean(column, read);
      throw invalidArgument(column, `${reason}; --ignore-column ${column} ignores it`);
    }
  };
}

/** Returns the paths of the objects that contain the columns: `ad` for `ad.id`. */
function parentsOf(columns: Iterable<string>): ReadonlySet<string> {
  const parents = new Set<string>();
  for (const column of columns) {
    for (let at = column.indexOf('.'); at >= 0; at = column.indexOf('.', at + 1))
      parents.add(column.slice(0, at));
  }
  return parents;
}

/**
 * Throws `invalid_argument` when the columns of a CSV do not match the mapping: each record would be rejected or lose
 * a field.
 */
export function checkCsvColumns(
  dataType: EventDataType,
  mapping: ImportMapping,
  columns: readonly string[],
): void {
  rejectMissing(mapping, columns);
  const read = columnsRead(dataType, mapping);
  const twice = columns.find((column, at) => read.has(column) && columns.indexOf(column) !== at);
  if (twice !== undefined) throw invalidArgument('file', `has two columns "${twice}"`);
  if (mapping.ignoreUnknown === true) return;
  const known = new Set([...read, ...(mapping.ignoredColumns ?? [])]);
  const unread = columns.filter((column) => !known.has(column));
  if (unread.length === 0) return;
  const reasons = unread.map(
    (column) => `"${column}" ${whyUnread(column, dataType)}${didYouMean(column, read)}`,
  );
  throw invalidArgument(
    'file',
    `column ${reasons.join(', ')}. --column FIELD=COLUMN maps a column, --ignore-column COLUMN ignores one, --ignore-unknown ignores all that are not mapped`,
  );
}

/** Throws `invalid_argument` when a column is both mapped and ignored. */
export function checkIgnoredColumns(dataType: EventDataType, mapping: ImportMapping): void {
  const read = columnsRead(dataType, mapping);
  const both = mapping.ignoredColumns?.find((column) => read.has(column));
  if (both === undefined) return;
  const field = importFields(dataType).find((each) => mappedColumn(mapping, each) === both);
  const reader = field === undefined ? 'access locations' : `the field ${field}`;
  throw invalidArgument('ignore-column', `"${both}" is the column of ${reader}`);
}

function rejectMissing(
  { columns: mapped, accessLocationColumn: located }: ImportMapping,
  columns: readonly string[],
): void {
  if (located !== undefined && !columns.includes(located)) {
    const message = `${located}: no such column; there are ${columns.join(', ')}`;
    throw invalidArgument('access-location-column', message);
  }
  for (const [field, column] of Object.entries(mapped)) {
    if (columns.includes(column)) continue;
    throw invalidArgument('column', `${field}=${column}: no such column; there are ${columns.join(', ')}`);
  }
}

export function columnsRead(dataType: EventDataType, mapping: ImportMapping): ReadonlySet<string> {
  const columns = importFields(dataType).map((field) => mappedColumn(mapping, field));
  columns.push(mapping.accessLocationColumn);
  return new Set(columns.filter((column) => column !== undefined));
}

function whyUnread(column: string, dataType: EventDataType): string {
  return importFields(dataType).includes(column)
    ? 'is not read, because --set or --column gives the field another source'
    : `is not a field of ${dataType.family}`;
}

import { invalidArgumentError } from '../grpc/rpc-error';
import type { Family } from '../store/stored-table';
import { parseQuery } from './parser/parse-query';
import type { QuerySyntax } from './parser/ast';
import type { SqlTableSchema } from './plan/table-schema';
import { withPlaces } from './sql-error';

/** Parsed query with the name of its table. */
export interface TableQuery {
  readonly text: string;
  readonly syntax: QuerySyntax;
  /** Resource name; undefined without FROM. */
  readonly tableName: string | undefined;
}

/** Parses a query of an instance. Throws INVALID_ARGUMENT or UNIMPLEMENTED with the place of the error. */
export function parseTableQuery(instance: string, text: string, queryBytesMax: number): TableQuery {
  if (text.trim() === '') throw invalidArgumentError('query must not be empty');
  if (Buffer.byteLength(text) > queryBytesMax) {
    throw invalidArgumentError(`query must have ${queryBytesMax} bytes or less`);
  }
  const syntax = withPlaces(text, () => parseQuery(text));
  const tableName = syntax.from === null ? undefined : `${instance}/tables/${syntax.from.path}`;
  return { text, syntax, tableName };
}

/** Returns the schema of a table from its families. */
export function schemaOf(families: ReadonlyMap<string, Family>): SqlTableSchema {
  const inOrder = [...families.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
  return {
    families: inOrder.map(({ name, aggregator }) => ({ name, isAggregate: aggregator !== undefined })),
  };
}

import { AggregateSlots } from '../bind/aggregate-slots';
import { containsAggregate } from '../bind/aggregate-calls';
import { Binder } from '../bind/binder';
import { type BoundExpression, isConstant } from '../bind/bound';
import { KEY_COLUMN, QueryScope } from '../bind/scope';
import type { AggregateCall } from '../functions/aggregates';
import type { Expression, FromClause, QuerySyntax } from '../parser/ast';
import { SqlError } from '../sql-error';
import { BOOL, INT64, isComparable, nameOfType, type SqlType, type StructField } from '../types/sql-type';
import { aliasesOf, byOrdinal, type OutputColumn, selectList } from './select-list';
import { familyColumns, type SqlTableSchema } from './table-schema';
import { planTemporalFilter, type TemporalPlan } from './temporal-filter';

/** Query that can be executed with any values of its parameters. */
export interface QueryPlan {
  /** Columns of the result. */
  readonly columns: readonly StructField[];
  readonly outputs: readonly BoundExpression[];
  /** Undefined without FROM. */
  readonly temporal: TemporalPlan | undefined;
  readonly where: BoundExpression | undefined;
  readonly grouping: Grouping | undefined;
  /** Empty when the scan already has the order. */
  readonly order: readonly SortKey[];
  /** Whether the scan runs from the last key to the first. */
  readonly reversed: boolean;
  readonly limit: BoundExpression | undefined;
  readonly offset: BoundExpression | undefined;
}

export interface Grouping {
  readonly keys: readonly BoundExpression[];
  readonly aggregates: readonly AggregateCall[];
  readonly having: BoundExpression | undefined;
}

export interface SortKey {
  readonly value: BoundExpression;
  readonly descending: boolean;
  readonly nullsFirst: boolean;
}

/** Context to which a query is bound. */
export interface PlanInput {
  /** Schema of the table in FROM; undefined without FROM. */
  readonly schema: SqlTableSchema | undefined;
  readonly parameters: ReadonlyMap<string, SqlType>;
}

/** Resolves all names and types of a query. Throws SqlError. */
export function planQuery(syntax: QuerySyntax, input: PlanInput): QueryPlan {
  const { from } = syntax;
  const plain = new Binder({
    scope: new QueryScope([], []),
    parameters: input.parameters,
    aggregates: 'a clause that needs a constant',
  });
  const temporal = from === null ? undefined : planTemporalFilter(plain, from.hints);
  const scope = scopeOf(from, input, temporal);
  const clause = new Binder({ scope, parameters: input.parameters, aggregates: 'WHERE clause' });
  const where = syntax.where === null ? undefined : clause.bindAs(BOOL, syntax.where, 'WHERE clause');
  const columns = selectList(syntax.items, scope);
  const selected = bindSelected(syntax, columns, clause);
  const outputs = selected.outputs;
  return {
    columns: outputs.map(({ type }, index) => ({ name: columns[index]!.name, type: resultType(type) })),
    outputs,
    temporal,
    where,
    grouping: selected.grouping,
    ...scanOrder(selected),
    limit: count(plain, syntax.limit, 'LIMIT'),
    offset: count(plain, syntax.offset, 'OFFSET'),
  };
}

function scopeOf(
  from: FromClause | null,
  { schema }: PlanInput,
  temporal: TemporalPlan | undefined,
): QueryScope {
  if (from === null || schema === undefined) return new QueryScope([], []);
  return new QueryScope([from.alias?.name ?? from.path], familyColumns(schema, temporal!.withHistory));
}

/** The type of NULL without context is INT64. */
const resultType = (type: SqlType): SqlType => (type.kind === 'null' ? INT64 : type);

interface Selected {
  readonly outputs: readonly BoundExpression[];
  readonly grouping: Grouping | undefined;
  readonly order: readonly SortKey[];
}

function bindSelected(syntax: QuerySyntax, columns: readonly OutputColumn[], clause: Binder): Selected {
  const aliases = aliasesOf(syntax.items);
  const isGrouped =
    syntax.groupBy.length > 0 ||
    syntax.having !== null ||
    [...columns, ...syntax.orderBy].some(({ expression }) => containsAggregate(expression));
  if (!isGrouped) {
    const binder = clause.with({ aggregates: 'this clause' });
    return {
      outputs: columns.map(({ expression }) => binder.bind(expression)),
      grouping: undefined,
      order: sortKeys(syntax, columns, binder.with({ aliases, aliasesFirst: true })),
    };
  }
  const keys = groupKeys(
    syntax.groupBy,
    columns,
    clause.with({ aliases, aliasesFirst: true, aggregates: 'GROUP BY clause' }),
  );
  const slots = new AggregateSlots();
  const groups = new Map(keys.map((key, index) => [key.identity, index]));
  const binder = clause.with({ aggregates: slots, groups });
  const outputs = columns.map(({ expression }) => grouped(binder.bind(expression), 'SELECT list expression'));
  const having =
    syntax.having === null
      ? undefined
      : grouped(
          binder.with({ aliases }).bindAs(BOOL, syntax.having, 'HAVING clause'),
          'HAVING clause expression',
        );
  const order = sortKeys(syntax, columns, binder.with({ aliases, aliasesFirst: true }));
  for (const { value } of order) grouped(value, 'ORDER BY clause expression');
  return { outputs, grouping: { keys, aggregates: slots.calls, having }, order };
}

function groupKeys(
  expressions: readonly Expression[],
  columns: readonly OutputColumn[],
  binder: Binder,
): BoundExpression[] {
  return expressions.map((expression) => {
    const key = binder.bind(byOrdinal(expression, columns, 'GROUP BY'));
    if (isComparable(key.type)) return key;
    throw new SqlError(
      `Grouping by expressions of type ${nameOfType(key.type)} is not allowed`,
      expression.at,
    );
  });
}

/** Throws when a value within a group depends on one of its rows. */
function grouped(bound: BoundExpression, what: string): BoundExpression {
  const { column } = bound;
  if (column === undefined) return bound;
  throw new SqlError(
    `${what} references column ${column.name} which is neither grouped nor aggregated`,
    column.at,
  );
}

function sortKeys({ orderBy }: QuerySyntax, columns: readonly OutputColumn[], binder: Binder): SortKey[] {
  return orderBy.map(({ expression, descending, nulls }) => {
    const value = binder.bind(byOrdinal(expression, columns, 'ORDER BY'));
    if (!isComparable(value.type)) {
      throw new SqlError(
        `ORDER BY does not support expressions of type ${nameOfType(value.type)}`,
        expression.at,
      );
    }
    return { value, descending, nullsFirst: nulls === null ? !descending : nulls === 'first' };
  });
}

/** Rows are scanned in the order of their keys, which are unique: sorting by the key first needs no memory. */
function scanOrder({ order, grouping }: Selected): Pick<QueryPlan, 'order' | 'reversed'> {
  const [first] = order;
  const isScanned = grouping === undefined && first?.value.kind === 'key' && first.value.name === KEY_COLUMN;
  return isScanned ? { order: [], reversed: first.descending } : { order, reversed: false };
}

function count(binder: Binder, expression: Expression | null, clause: string): BoundExpression | undefined {
  if (expression === null) return undefined;
  const bound = binder.with({ aggregates: `${clause} clause` }).bindAs(INT64, expression, `${clause} clause`);
  if (bound.kind !== 'constant' && bound.kind !== 'parameter') {
    throw new SqlError(`${clause} expects an integer literal or parameter`, expression.at);
  }
  if (bound.kind === 'constant' && isConstant(bound) && (bound.evaluate as () => unknown)() === null) {
    throw new SqlError(`${clause} must not be null`, expression.at);
  }
  return bound;
}

import type { QueryScope } from '../bind/scope';
import { impliedName } from '../bind/binder';
import type { Expression, Name, SelectItem } from '../parser/ast';
import { SqlError } from '../sql-error';

/** Column of the result before its type is known. */
export interface OutputColumn {
  readonly name: string;
  readonly expression: Expression;
}

/** Replaces `*` by the columns of the table, and names the columns without a name. */
export function selectList(items: readonly SelectItem[], scope: QueryScope): OutputColumn[] {
  const columns = items.flatMap((item) => {
    if (item.kind === 'star') return starColumns(item, scope);
    return [{ name: item.alias?.name ?? impliedName(item.expression), expression: item.expression }];
  });
  // The official Node client rejects columns without a name. These are GoogleSQL's internal names of such columns.
  return columns.map(({ name, expression }, index) => ({ name: name ?? `$col${index + 1}`, expression }));
}

function starColumns(
  { at, except }: Extract<SelectItem, { kind: 'star' }>,
  scope: QueryScope,
): OutputColumn[] {
  if (scope.columns.length === 0) throw new SqlError('SELECT * must have a FROM clause', at);
  for (const { name, at: place } of except) {
    if (scope.column({ name, at: place }) === undefined) {
      throw new SqlError(`Column ${name} in SELECT * EXCEPT list does not exist`, place);
    }
  }
  const isLeftOut = (column: string): boolean => except.some((each) => scope.column(each)?.name === column);
  const names = scope.columns.map(({ name }) => name).filter((name) => !isLeftOut(name));
  if (names.length === 0) throw new SqlError('SELECT * EXCEPT leaves no column', at);
  return names.map((name) => ({ name, expression: { kind: 'name', name, at } }));
}

/** Returns the expressions by their alias in small letters. */
export function aliasesOf(items: readonly SelectItem[]): Map<string, Expression> {
  const named = items.flatMap((item): [Name, Expression][] =>
    item.kind === 'expression' && item.alias !== null ? [[item.alias, item.expression]] : [],
  );
  return new Map(named.map(([{ name }, expression]) => [name.toLowerCase(), expression]));
}

/** Returns the expression that an ordinal such as `ORDER BY 2` refers to, or the expression itself. */
export function byOrdinal(
  expression: Expression,
  columns: readonly OutputColumn[],
  clause: string,
): Expression {
  if (expression.kind !== 'literal' || expression.type !== 'int64') return expression;
  const column = columns[Number(expression.text) - 1];
  if (column !== undefined) return column.expression;
  throw new SqlError(`${clause} is out of SELECT column number range: ${expression.text}`, expression.at);
}

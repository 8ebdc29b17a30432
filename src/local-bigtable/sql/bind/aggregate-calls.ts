import { type AggregateCall, AGGREGATES, distinct } from '../functions/aggregates';
import type { CallSyntax, Expression } from '../parser/ast';
import { SqlError } from '../sql-error';
import { BOOL, isComparable, nameOfType } from '../types/sql-type';
import { type BoundExpression, constant } from './bound';
import type { ExpressionBinder } from './context';
import { noSignature } from './signatures';

export const isAggregate = (name: string): boolean => AGGREGATES.has(name);

/** Binds the call of an aggregate function. Throws SqlError where there must be none. */
export function bindAggregate(binder: ExpressionBinder, node: CallSyntax): BoundExpression {
  const { name, at } = node;
  const { aggregates } = binder.context;
  if (typeof aggregates === 'string') {
    throw new SqlError(`Aggregate function ${name} not allowed in ${aggregates}`, at);
  }
  if (node.safe) throw new SqlError(`SAFE. is not supported with aggregate function ${name}`, at);
  const inner = binder.with({ aggregates: 'another aggregate function', groups: new Map() });
  const args = node.args.map((arg) => inner.bind(arg));
  const call = callOf(node, args);
  if (call === undefined) throw noSignature(name, args, at);
  const identity = `${name}${node.distinct ? ' DISTINCT' : ''}(${args.map((arg) => arg.identity).join(',')})`;
  const slot = aggregates.slot(identity, call);
  return {
    kind: 'aggregate',
    type: call.type,
    at,
    evaluate: (row) => row.aggregates[slot]!,
    identity: `aggregate:${identity}`,
    name,
    args: [],
    column: undefined,
  };
}

function callOf(node: CallSyntax, args: readonly BoundExpression[]): AggregateCall | undefined {
  const [argument] = args;
  const resolver = AGGREGATES.get(node.name)!;
  if (node.star)
    return node.name === 'COUNT' && !node.distinct ? resolver(constant(BOOL, true, node.at)) : undefined;
  if (argument === undefined || args.length > 1) return undefined;
  const call = resolver(argument);
  if (!node.distinct || call === undefined) return call;
  if (!isComparable(argument.type)) {
    throw new SqlError(
      `Aggregate functions with DISTINCT cannot be used with arguments of type ${nameOfType(argument.type)}`,
      node.at,
    );
  }
  return distinct(call);
}

/** Returns whether an expression contains a call of an aggregate function. */
export function containsAggregate(expression: Expression): boolean {
  if (expression.kind === 'call' && isAggregate(expression.name)) return true;
  return partsOf(expression).some(containsAggregate);
}

function partsOf(expression: Expression): readonly Expression[] {
  const parts: Expression[] = [];
  for (const value of Object.values(expression) as unknown[]) collect(value, parts);
  return parts;
}

/** Collects the expressions in a property of a node: itself, or those in lists and select items. */
function collect(value: unknown, parts: Expression[]): void {
  if (Array.isArray(value)) for (const each of value as unknown[]) collect(each, parts);
  else if (typeof value === 'object' && value !== null) {
    if ('kind' in value) parts.push(value as Expression);
    else for (const each of Object.values(value) as unknown[]) collect(each, parts);
  }
}

import { OPERATORS } from '../functions/operators';
import type { CallSyntax, Expression } from '../parser/ast';
import { SqlError, unsupportedError } from '../sql-error';
import { castBetween, noCast } from '../types/cast';
import { arrayOf, BOOL, INT64, nameOfType, type SqlType, type SqlValue, structOf } from '../types/sql-type';
import { bindAggregate, isAggregate } from './aggregate-calls';
import { type BoundExpression, call } from './bound';
import { bindCall } from './calls';
import { canCoerce, coerce, commonType } from './coercion';
import type { BindingContext, ExpressionBinder } from './context';
import { bindLiteral } from './literals';
import { bindInArray, bindInList, bindIs } from './membership';
import { safely, typesOf } from './signatures';
import { bindField, bindSubscript } from './subscripts';
import { typeOf } from './type-syntax';

type Node<K extends Expression['kind']> = Extract<Expression, { kind: K }>;

/** Resolves names and types of expressions. Throws SqlError. */
export class Binder implements ExpressionBinder {
  readonly context: BindingContext;

  constructor(context: BindingContext) {
    this.context = context;
  }

  /** Returns a binder that differs in some of its context. */
  with(changes: Partial<BindingContext>): Binder {
    return new Binder({ ...this.context, ...changes });
  }

  bind(expression: Expression): BoundExpression {
    const bound = this.#bindNode(expression);
    const index = this.context.groups?.get(bound.identity);
    if (index === undefined || bound.kind === 'constant') return bound;
    return { ...bound, kind: 'group', evaluate: ({ groups }) => groups[index]!, args: [], column: undefined };
  }

  /** Returns an expression of the type that a clause requires. */
  bindAs(type: SqlType, expression: Expression, clause: string): BoundExpression {
    const bound = this.bind(expression);
    if (canCoerce(bound, type)) return coerce(bound, type);
    throw new SqlError(
      `${clause} should return type ${nameOfType(type)}, but returns type ${nameOfType(bound.type)}`,
      bound.at,
    );
  }

  #bindNode(node: Expression): BoundExpression {
    switch (node.kind) {
      case 'literal':
        return bindLiteral(node);
      case 'parameter':
        return this.#parameter(node);
      case 'name':
        return this.#name(node);
      case 'field':
        return this.#field(node);
      case 'subscript':
        return bindSubscript(node, this.bind(node.operand), this.bind(node.index));
      case 'operator':
        return this.#operator(node);
      case 'is':
        return bindIs(node, this.bind(node.operand));
      case 'in':
        return this.#in(node);
      case 'call':
        return this.#call(node);
      case 'case':
        return this.#case(node);
      case 'cast':
        return this.#cast(node);
      case 'array':
        return this.#array(node);
      case 'struct':
        return this.#struct(node);
      case 'interval':
        throw unsupportedError('INTERVAL outside of TIMESTAMP_ADD and TIMESTAMP_SUB', node.at);
    }
  }

  #parameter({ name, at }: Node<'parameter'>): BoundExpression {
    const { parameters } = this.context;
    // Names of parameters are case-insensitive in GoogleSQL.
    const known = parameters.has(name)
      ? name
      : [...parameters.keys()].find((each) => each.toLowerCase() === name.toLowerCase());
    if (known === undefined) throw new SqlError(`Query parameter '${name}' not found`, at);
    return {
      kind: 'parameter',
      type: parameters.get(known)!,
      at,
      evaluate: (row) => row.parameters.get(known) ?? null,
      identity: `@${known}`,
      name: known,
      args: [],
      column: undefined,
    };
  }

  #name({ name, at }: Node<'name'>): BoundExpression {
    const { aliases, aliasesFirst = false, scope } = this.context;
    const aliased = aliases?.get(name.toLowerCase());
    const column = scope.column({ name, at });
    if (aliased !== undefined && (aliasesFirst || column === undefined)) {
      return this.with({ aliases: new Map() }).bind(aliased);
    }
    if (column !== undefined) return column;
    if (scope.isTable(name)) throw unsupportedError(`the row of ${name} as a value`, at);
    throw new SqlError(`Unrecognized name: ${name}`, at);
  }

  #field({ operand, name }: Node<'field'>): BoundExpression {
    const { scope } = this.context;
    if (operand.kind === 'name' && scope.isTable(operand.name) && scope.column(operand) === undefined) {
      const column = scope.column(name);
      if (column === undefined)
        throw new SqlError(`Name ${name.name} not found inside ${operand.name}`, name.at);
      return column;
    }
    return bindField(this.bind(operand), name);
  }

  #operator({ name, at, args }: Node<'operator'>): BoundExpression {
    const bound = args.map((arg) => this.bind(arg));
    const resolved = OPERATORS.get(name)!(bound);
    if (resolved !== undefined) return call({ name, at }, resolved, resolved.args ?? bound);
    throw new SqlError(
      `No matching signature for operator ${name} for argument types: ${typesOf(bound)}`,
      at,
    );
  }

  #in({ at, operand, list, array }: Node<'in'>): BoundExpression {
    const bound = this.bind(operand);
    if (array !== null) return bindInArray(at, bound, this.bind(array));
    return bindInList(
      at,
      bound,
      list.map((each) => this.bind(each)),
    );
  }

  #call(node: CallSyntax): BoundExpression {
    if (isAggregate(node.name)) return bindAggregate(this, node);
    return bindCall(this, node);
  }

  #case({ at, operand, whens, otherwise }: Node<'case'>): BoundExpression {
    const conditions = whens.map(([condition]) =>
      operand === null
        ? this.bindAs(BOOL, condition, 'CASE WHEN condition')
        : this.#operator({ kind: 'operator', name: '=', at: condition.at, args: [operand, condition] }),
    );
    const results = [...whens.map(([, result]) => result), ...(otherwise === null ? [] : [otherwise])];
    const bound = results.map((result) => this.bind(result));
    const type = commonType(bound);
    if (type === undefined) {
      throw new SqlError(`No matching signature for operator CASE for argument types: ${typesOf(bound)}`, at);
    }
    const converted = bound.map((result) => coerce(result, type));
    return call(
      { name: 'CASE', at },
      {
        type,
        evaluate: (row) => {
          const index = conditions.findIndex((condition) => condition.evaluate(row) === true);
          const chosen = converted[index < 0 ? conditions.length : index];
          return chosen === undefined ? null : chosen.evaluate(row);
        },
      },
      [...conditions, ...converted],
    );
  }

  #cast({ at, operand, type: syntax, safe }: Node<'cast'>): BoundExpression {
    const type = typeOf(syntax);
    const bound = this.bind(operand);
    const cast = castBetween(bound.type, type);
    if (cast === undefined) throw new SqlError(noCast(bound.type, type), at);
    const evaluate = (row: Parameters<BoundExpression['evaluate']>[0]): SqlValue => {
      const value = bound.evaluate(row);
      return value === null ? null : cast(value);
    };
    const name = `${safe ? 'SAFE_' : ''}CAST ${nameOfType(type)}`;
    return call({ name, at }, { type, evaluate: safe ? safely(evaluate) : evaluate }, [bound]);
  }

  #array({ at, type: syntax, elements }: Node<'array'>): BoundExpression {
    const bound = elements.map((element) => this.bind(element));
    const element = syntax === null ? commonType(bound) : typeOf(syntax);
    if (element === undefined || !bound.every((each) => canCoerce(each, element))) {
      throw new SqlError(`Array elements of types ${typesOf(bound)} do not have a common supertype`, at);
    }
    if (element.kind === 'array') throw new SqlError('Cannot construct array with element type ARRAY', at);
    const converted = bound.map((each) => coerce(each, element));
    return call(
      { name: `ARRAY<${nameOfType(element)}>`, at },
      { type: arrayOf(element), evaluate: (row) => converted.map((each) => each.evaluate(row)) },
      converted,
    );
  }

  #struct({ at, fields }: Node<'struct'>): BoundExpression {
    const bound = fields.map(({ expression }) => this.bind(expression));
    const type = structOf(
      bound.map((each, index) => ({
        name: fields[index]!.alias?.name ?? impliedName(fields[index]!.expression) ?? '',
        type: each.type.kind === 'null' ? INT64 : each.type,
      })),
    );
    return call(
      { name: `STRUCT ${nameOfType(type)}`, at },
      { type, evaluate: (row) => bound.map((each) => each.evaluate(row)) },
      bound,
    );
  }
}

/** Returns the name of an expression without an alias: that of its column or field; undefined for others. */
export function impliedName(expression: Expression): string | undefined {
  if (expression.kind === 'name') return expression.name;
  return expression.kind === 'field' ? expression.name.name : undefined;
}

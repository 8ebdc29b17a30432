/** Syntax tree of a query, as the grammar (query.peggy) creates it. `at` is an offset in the text of the query. */
export interface QuerySyntax {
  readonly items: readonly SelectItem[];
  readonly from: FromClause | null;
  readonly where: Expression | null;
  readonly groupBy: readonly Expression[];
  readonly having: Expression | null;
  readonly orderBy: readonly OrderItem[];
  readonly limit: Expression | null;
  readonly offset: Expression | null;
}

/** Identifier. */
export interface Name {
  readonly name: string;
  readonly at: number;
}

export type SelectItem =
  | { readonly kind: 'star'; readonly at: number; readonly except: readonly Name[] }
  | {
      readonly kind: 'expression';
      readonly at: number;
      readonly expression: Expression;
      readonly alias: Name | null;
    };

/** Table with the named arguments of its temporal filters. */
export interface FromClause {
  readonly path: string;
  readonly at: number;
  readonly hints: readonly Hint[];
  readonly alias: Name | null;
}

export interface Hint extends Name {
  readonly value: Expression;
}

interface OrderItem {
  readonly expression: Expression;
  readonly descending: boolean;
  readonly nulls: 'first' | 'last' | null;
}

/** Type name in a cast. */
export interface TypeSyntax extends Name {
  readonly element: TypeSyntax | null;
}

export type SubscriptMode =
  | 'ELEMENT'
  | 'OFFSET'
  | 'SAFE_OFFSET'
  | 'ORDINAL'
  | 'SAFE_ORDINAL'
  | 'KEY'
  | 'SAFE_KEY';

export type Expression = { readonly at: number } & (
  | {
      readonly kind: 'literal';
      readonly type: 'null' | 'bool' | 'int64' | 'float64' | 'string' | 'bytes' | 'timestamp' | 'date';
      /** Digits, or the contents of a string: of bytes one character for each byte. */
      readonly text: string;
    }
  | { readonly kind: 'parameter'; readonly name: string }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'field'; readonly operand: Expression; readonly name: Name }
  | {
      readonly kind: 'subscript';
      readonly operand: Expression;
      readonly mode: SubscriptMode;
      readonly index: Expression;
    }
  | { readonly kind: 'operator'; readonly name: string; readonly args: readonly Expression[] }
  | { readonly kind: 'is'; readonly operand: Expression; readonly value: boolean | null }
  | {
      readonly kind: 'in';
      readonly operand: Expression;
      readonly list: readonly Expression[];
      readonly array: Expression | null;
    }
  | CallSyntax
  | {
      readonly kind: 'case';
      readonly operand: Expression | null;
      readonly whens: readonly (readonly [condition: Expression, result: Expression])[];
      readonly otherwise: Expression | null;
    }
  | {
      readonly kind: 'cast';
      readonly operand: Expression;
      readonly type: TypeSyntax;
      readonly safe: boolean;
    }
  | {
      readonly kind: 'array';
      readonly type: TypeSyntax | null;
      readonly elements: readonly Expression[];
    }
  | {
      readonly kind: 'struct';
      readonly fields: readonly { readonly expression: Expression; readonly alias: Name | null }[];
    }
  | { readonly kind: 'interval'; readonly count: Expression; readonly unit: string }
);

/** Function call. The name is in capitals. */
export interface CallSyntax {
  readonly kind: 'call';
  readonly at: number;
  readonly name: string;
  /** Whether it has the prefix `SAFE.`, which turns errors into NULL. */
  readonly safe: boolean;
  readonly distinct: boolean;
  readonly star: boolean;
  readonly args: readonly Expression[];
}

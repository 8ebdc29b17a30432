// Generated from src/local-bigtable/sql/parser/query.peggy by `npm run generate`. Do not edit.
import type { QuerySyntax } from '../local-bigtable/sql/parser/ast';

/** Functions that the grammar calls. */
export interface ParserOptions {
  /** Returns the contents of a quoted literal. */
  readonly unquote: (quoted: string, kind: { readonly isRaw: boolean; readonly isBytes: boolean }, at: number) => string;
  /** Throws an error for a construct that is not supported. */
  readonly unsupported: (what: string, at: number) => never;
}

/** Text that does not match the grammar. */
export declare class SyntaxError extends Error {
  /** Place of the first character that does not fit. */
  readonly location: { readonly start: { readonly offset: number } };
}

export declare function parse(text: string, options: ParserOptions): QuerySyntax;

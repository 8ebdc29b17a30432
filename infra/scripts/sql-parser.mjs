/**
 * Generates src/gen/sql-parser.js, the parser of the embedded Bigtable's SQL, from its grammar. It needs no package at run
 * time, and is minified because it is published.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath, URL } from 'node:url';
import { transform } from 'esbuild';
import peggy from 'peggy';

const grammar = fileURLToPath(new URL('../../src/local-bigtable/sql/parser/query.peggy', import.meta.url));
const BANNER =
  '// Generated from src/local-bigtable/sql/parser/query.peggy by `npm run generate`. Do not edit.\n';

/** Returns the generated files, by path. */
export async function sqlParser() {
  const source = peggy.generate(readFileSync(grammar, 'utf8'), {
    output: 'source',
    format: 'commonjs',
    grammarSource: 'query.peggy',
  });
  const { code } = await transform(source, { minify: true, target: 'node20' });
  return { 'src/gen/sql-parser.js': BANNER + code, 'src/gen/sql-parser.d.ts': BANNER + TYPES };
}

const TYPES = `import type { QuerySyntax } from '../local-bigtable/sql/parser/ast';

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
`;

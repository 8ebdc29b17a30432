import type { Random } from '../../../src/platform/random';
import { below, chance, pick, weighted } from './choose';
import { mutateBytes } from './mutate-bytes';

const DEPTH_MAX = 5;
const LITERALS = [
  '0',
  '1',
  '-9223372036854775808',
  '0x7f',
  '1.5',
  '.5e300',
  'NULL',
  'TRUE',
  'FALSE',
  "'a'",
  "'é😀'",
  "b'\\xff'",
  "r'\\('",
  "TIMESTAMP '2024-01-01'",
  "DATE '2024-02-29'",
  '[1, NULL]',
  "STRUCT(1 AS a, 'x')",
  '@s',
  '@nope',
];
const NAMES = ['_key', 'f', 'sum', 't.f', 'nope', '`f`', "f['q']", "sum['s']", 'f[OFFSET(0)]', 'x', 'NULL.a'];
const OPERATORS = [
  '+',
  '-',
  '*',
  '/',
  '||',
  '=',
  '!=',
  '<',
  '<=',
  '>',
  '>=',
  'LIKE',
  'AND',
  'OR',
  'IN',
  'IS',
  '.',
];
const FUNCTIONS = (
  'ABS ARRAY_LENGTH AVG BYTE_LENGTH CAST COALESCE CONCAT COUNT COUNTIF DATE DIV FROM_BASE64 FROM_HEX GREATEST IF IFNULL ' +
  'LENGTH LOWER MAP_CONTAINS_KEY MAP_ENTRIES MAP_KEYS MAX MIN MOD NOPE NULLIF POW REGEXP_CONTAINS REPLACE ROUND ' +
  'SAFE.DIV SPLIT STARTS_WITH STRPOS SUBSTR SUM TIMESTAMP TIMESTAMP_MILLIS TO_FLOAT32 TO_HEX TO_INT64 UNIX_MICROS UPPER'
).split(' ');
const TYPES = [
  'INT64',
  'FLOAT32',
  'FLOAT64',
  'STRING',
  'BYTES',
  'BOOL',
  'DATE',
  'TIMESTAMP',
  'ARRAY<INT64>',
  'NOPE',
];
const TABLES = [
  't',
  '`t`',
  't AS u',
  't(with_history => TRUE)',
  't(as_of => CURRENT_TIMESTAMP())',
  'nope',
  't(latest_n => 1)',
];
const WORDS = [
  'SELECT',
  'FROM',
  '(',
  ')',
  ',',
  '[',
  ']',
  "'",
  '"""',
  '--',
  '/*',
  '@',
  '=>',
  ';',
  '`',
  '\\',
  '\0',
  'WHERE',
];

/** Returns the text of a query: valid, nearly so, or noise. */
export function randomSql(random: Random): string {
  const text = randomQuery(random);
  return weighted(random, [
    [6, () => text],
    [2, () => withRandomWord(text, random)],
    [1, () => mutateBytes(Buffer.from(text), random).toString()],
    [1, () => Array.from({ length: below(random, 30) }, () => pick(random, WORDS)).join(' ')],
  ]);
}

function withRandomWord(text: string, random: Random): string {
  const at = below(random, text.length + 1);
  return `${text.slice(0, at)} ${pick(random, WORDS)} ${text.slice(at + below(random, 3))}`;
}

function randomQuery(random: Random): string {
  const { bool, bytes, any } = typedExpressions(random);
  const clauses = [
    `SELECT ${chance(random, 0.2) ? '*' : `${any(0)} AS x`}`,
    chance(random, 0.8) ? `FROM ${chance(random, 0.8) ? 't' : pick(random, TABLES)}` : '',
    chance(random, 0.6) ? `WHERE ${bool(0)}` : '',
    chance(random, 0.1) ? `GROUP BY ${pick(random, ['x', '1', bytes(2)])}` : '',
    chance(random, 0.05) ? `HAVING ${bool(1)}` : '',
    chance(random, 0.3) ? `ORDER BY ${bytes(2)} ${pick(random, ['', 'DESC', 'NULLS LAST'])}` : '',
    chance(random, 0.3) ? `LIMIT ${pick(random, ['0', '1', '@s', '-1', 'NULL', '9223372036854775807'])}` : '',
  ];
  return clauses.filter((clause) => clause !== '').join(' ');
}

type Expressions = Readonly<Record<'int' | 'bytes' | 'bool' | 'any', (depth: number) => string>>;

/** Returns generators of expressions that mostly have the right types. */
function typedExpressions(random: Random): Expressions {
  const odd = (depth: number): string => randomExpression(random, depth + 2);
  const typed =
    (leaves: readonly string[], nodes: readonly ((depth: number) => string)[]) =>
    (depth: number): string => {
      if (chance(random, 0.02)) return odd(depth);
      return depth >= DEPTH_MAX || chance(random, 0.4)
        ? pick(random, leaves)
        : pick(random, nodes)(depth + 1);
    };
  const sign = (): string => pick(random, ['=', '!=', '<', '<=', '>', '>=']);
  const int: Expressions['int'] = typed(
    ['0', '1', '-7', '9223372036854775807', 'NULL', '@s'],
    [
      (depth) => `(${int(depth)} ${pick(random, ['+', '-', '*'])} ${int(depth)})`,
      (depth) =>
        `${pick(random, ['DIV', 'MOD', 'SAFE.DIV', 'NULLIF', 'GREATEST'])}(${int(depth)}, ${int(depth)})`,
      (depth) => `${pick(random, ['LENGTH', 'BYTE_LENGTH', 'TO_INT64'])}(${bytes(depth)})`,
      (depth) => `SAFE_CAST(SAFE_CAST(${bytes(depth)} AS STRING) AS INT64)`,
      (depth) => `IF(${bool(depth)}, ${int(depth)}, ${int(depth)})`,
      (depth) => `[${int(depth)}, 2][SAFE_OFFSET(${int(depth)})]`,
      () => `COUNT(*)`,
    ],
  );
  const bytes: Expressions['bytes'] = typed(
    ["b'\\xff'", "b'a%'", "b''", '_key', "f['q']", 'CAST(NULL AS BYTES)'],
    [
      (depth) => `SUBSTR(${bytes(depth)}, ${int(depth)})`,
      (depth) => `(${bytes(depth)} || ${bytes(depth)})`,
      (depth) => `REPLACE(${bytes(depth)}, ${bytes(depth)}, b'x')`,
      (depth) => `CAST(CAST(${int(depth)} AS STRING) AS BYTES)`,
      (depth) => `COALESCE(${bytes(depth)}, ${bytes(depth)})`,
      (depth) => `MIN(${bytes(depth)})`,
    ],
  );
  const bool: Expressions['bool'] = typed(
    ['TRUE', 'FALSE', '(NULL = 1)'],
    [
      (depth) => `${int(depth)} ${sign()} ${int(depth)}`,
      (depth) => `${bytes(depth)} ${sign()} ${bytes(depth)}`,
      (depth) => `(${bool(depth)} ${pick(random, ['AND', 'OR'])} ${bool(depth)})`,
      (depth) => `NOT (${bool(depth)})`,
      (depth) => `${bytes(depth)} LIKE ${bytes(depth)}`,
      (depth) => `${pick(random, ['STARTS_WITH', 'REGEXP_CONTAINS'])}(${bytes(depth)}, ${bytes(depth)})`,
      (depth) => `${int(depth)} IN (${int(depth)}, ${int(depth)})`,
      (depth) => `${bytes(depth)} BETWEEN ${bytes(depth)} AND ${bytes(depth)}`,
      (depth) => `${bytes(depth)} IS ${pick(random, ['', 'NOT '])}NULL`,
    ],
  );
  return { int, bytes, bool, any: (depth) => pick(random, [int, bytes, bool, odd])(depth) };
}

function randomExpression(random: Random, depth: number): string {
  const part = (): string => randomExpression(random, depth + 1);
  const leaf = (): string => pick(random, chance(random, 0.5) ? LITERALS : NAMES);
  if (depth >= DEPTH_MAX) return leaf();
  return weighted(random, [
    [4, leaf],
    [4, () => `${part()} ${pick(random, OPERATORS)} ${part()}`],
    [3, () => `${pick(random, FUNCTIONS)}(${Array.from({ length: below(random, 4) }, part).join(', ')})`],
    [1, () => `${pick(random, ['CAST', 'SAFE_CAST'])}(${part()} AS ${pick(random, TYPES)})`],
    [1, () => `(${part()})`],
    [1, () => `NOT ${part()}`],
    [1, () => `${part()} BETWEEN ${part()} AND ${part()}`],
    [1, () => `${part()} IN (${part()}, ${part()})`],
    [1, () => `CASE WHEN ${part()} THEN ${part()} ELSE ${part()} END`],
    [1, () => `${part()}[${pick(random, ['', 'OFFSET', 'SAFE_ORDINAL', 'SAFE_KEY'])}(${part()})]`],
    [1, () => `${part()} IS ${pick(random, ['', 'NOT '])}NULL`],
  ]);
}

import type { LocalCore } from '../../../../src/local-bigtable/core';
import { openCoreWithTable } from '../../../support/local-bigtable/local-core';
import { type Plain, SqlSession } from '../../../support/local-bigtable/sql-session';

const b = (text: string): Buffer => Buffer.from(text, 'latin1');

/** Values of expressions. The titles of the tests are the expressions. */
const VALUES: readonly (readonly [expression: string, value: Plain])[] = [
  // Literals.
  ["'a' ", 'a'],
  ['"it\'s"', "it's"],
  [String.raw`'\x41\u00e9\n\''`, "Aé\n'"],
  [String.raw`r'\x41'`, String.raw`\x41`],
  ["'''a\n'b'''", "a\n'b"],
  [String.raw`b'\xff\001é'`, b('\xff\x01\xc3\xa9')],
  ['-9223372036854775808', -9223372036854775808n],
  ['0x1F', 31n],
  ['.5e1', 5],
  ['NULL', null],
  ["TIMESTAMP '2024-02-29 12:00:00.25+02:00'", '2024-02-29T10:00:00.250Z'],
  ["DATE '2024-02-29'", '2024-2-29'],
  ['[1, NULL, 3]', [1n, null, 3n]],
  ['ARRAY<STRING>[]', []],
  ["STRUCT(1 AS a, 'x' AS b)", { a: 1n, b: 'x' }],
  ["STRUCT(1 AS a, 'x' AS b).B", 'x'],
  // Arithmetic.
  ['1 + 2 * 3 - -4', 11n],
  ['1 + 2.5', 3.5],
  ['7 / 2', 3.5],
  ['DIV(-7, 2)', -3n],
  ['MOD(-7, 2)', -1n],
  ['SAFE_DIVIDE(1, 0)', null],
  ['SAFE.DIV(1, 0)', null],
  ['1 + NULL', null],
  ["'a' || 'b'", 'ab'],
  ["b'a' || 'é'", b('a\xc3\xa9')],
  ['[1] || [2]', [1n, 2n]],
  ['ROUND(-2.5)', -3],
  ['ABS(-3)', 3n],
  ['GREATEST(1, 3, 2)', 3n],
  ['LEAST(1, NULL)', null],
  ['POW(2, 10)', 1024],
  // Three-valued logic.
  ['NULL AND FALSE', false],
  ['NULL AND TRUE', null],
  ['NULL OR TRUE', true],
  ['NULL OR FALSE', null],
  ['NOT NULL', null],
  ['NOT (1 = 2)', true],
  ['NULL = NULL', null],
  ['NULL IS NULL', true],
  ['1 IS NOT NULL', true],
  ['(NULL = 1) IS TRUE', false],
  ['(1 = 1) IS NOT FALSE', true],
  ['1 IN (1, NULL)', true],
  ['2 IN (1, NULL)', null],
  ['2 NOT IN (1, NULL)', null],
  ['2 NOT IN (1, 3)', true],
  ['NULL IN (1)', null],
  ['1 IN UNNEST([1, 2])', true],
  ['1 IN UNNEST(ARRAY<INT64>[])', false],
  ['2 BETWEEN 1 AND 3', true],
  ['2 NOT BETWEEN 1 AND NULL', null],
  // Comparison.
  ['9223372036854775807 > 9223372036854775806.0', false],
  ['9007199254740993 = 9007199254740992.0', false],
  ["CAST('nan' AS FLOAT64) = CAST('nan' AS FLOAT64)", false],
  ["CAST('nan' AS FLOAT64) != 1", true],
  ["'Z' < 'a'", true],
  ["'\uffff' < '\u{1f600}'", true],
  ["b'a' = 'a'", true],
  ["TIMESTAMP '2024-01-01' < '2024-01-02'", true],
  // Text.
  ["'abc' LIKE 'a%'", true],
  ["'abc' LIKE '_b_'", true],
  ["'a%' LIKE 'a\\\\%'", true],
  ["'ab' LIKE 'a\\\\%'", false],
  ["'aXbXc' LIKE '%X%X_'", true],
  ["'\u{1f600}' LIKE '_'", true],
  ["b'\\xff\\n' LIKE b'_%'", true],
  ["'' LIKE '%%'", true],
  ["REGEXP_CONTAINS('abc', '^a.c$')", true],
  ["STARTS_WITH(b'abc', b'ab')", true],
  ["ENDS_WITH('abc', 'bc')", true],
  ["LENGTH('\u{1f600}é')", 2n],
  ["BYTE_LENGTH('é')", 2n],
  ["SUBSTR('abcd', -3, 2)", 'bc'],
  ["SUBSTR('abcd', 2)", 'bcd'],
  ["REPLACE('aXbX', 'X', '-')", 'a-b-'],
  ["SPLIT('a,b')", ['a', 'b']],
  ["STRPOS('abc', 'c')", 3n],
  ["UPPER('é') || LOWER('AB')", 'Éab'],
  ["CONCAT('a', 'b', 'c')", 'abc'],
  // Conversion.
  ["TO_INT64(b'\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x05')", 5n],
  ["TO_FLOAT32(b'\\x3f\\x80\\x00\\x00')", 1],
  ["TO_FLOAT64(b'\\x3f\\xf0\\x00\\x00\\x00\\x00\\x00\\x00')", 1],
  ["TO_HEX(b'\\x0f\\xff')", '0fff'],
  ["FROM_HEX('0fff')", b('\x0f\xff')],
  ["FROM_BASE64(TO_BASE64(b'abc'))", b('abc')],
  ["CAST(b'\\xc3\\xa9' AS STRING)", 'é'],
  ["SAFE_CAST(b'\\xff' AS STRING)", null],
  ["SAFE_CONVERT_BYTES_TO_STRING(b'a\\xff')", 'a\ufffd'],
  ["CAST('é' AS BYTES)", b('\xc3\xa9')],
  ["CAST(' 12 ' AS INT64)", 12n],
  ["SAFE_CAST('x' AS INT64)", null],
  ['CAST(2.5 AS INT64)', 3n],
  ['CAST(-2.5 AS INT64)', -3n],
  ['CAST(1.0 AS STRING)', '1'],
  ['CAST(1e20 AS STRING)', '1e+20'],
  ['CAST(CAST(1.2 AS FLOAT32) AS STRING)', '1.2'],
  ['CAST(TRUE AS INT64)', 1n],
  ["CAST('2024-06-01' AS DATE)", '2024-6-1'],
  ["CAST(TIMESTAMP '2024-06-01 01:02:03.5' AS STRING)", '2024-06-01 01:02:03.500+00'],
  ["CAST(DATE '2024-06-01' AS TIMESTAMP)", '2024-06-01T00:00:00.000Z'],
  // Time.
  ['UNIX_MILLIS(TIMESTAMP_MILLIS(-1))', -1n],
  ['UNIX_SECONDS(TIMESTAMP_MICROS(-1))', -1n],
  ["TIMESTAMP_SUB(TIMESTAMP '2024-03-01', INTERVAL 1 DAY)", '2024-02-29T00:00:00.000Z'],
  ['DATE(2024, 6, 1)', '2024-6-1'],
  ['CURRENT_TIMESTAMP() = CURRENT_TIMESTAMP()', true],
  // Conditionals, arrays.
  ['IF(NULL, 1, 2)', 2n],
  ['COALESCE(NULL, 3, 1 / 0)', 3],
  ['IFNULL(NULL, 1)', 1n],
  ['NULLIF(1, 1)', null],
  ["CASE WHEN FALSE THEN 'a' WHEN TRUE THEN 'b' END", 'b'],
  ["CASE 2 WHEN 1 THEN 'a' END", null],
  ["CASE 2 WHEN 1 THEN 'a' ELSE 'c' END", 'c'],
  ['[1, 2][OFFSET(1)]', 2n],
  ['[1, 2][ORDINAL(1)]', 1n],
  ['[1, 2][SAFE_OFFSET(2)]', null],
  ['[1, 2][0]', 1n],
  ['ARRAY_LENGTH([1, 2])', 2n],
  ['ARRAY_REVERSE([1, 2])', [2n, 1n]],
  ['COUNT(*)', 1n],
  ['/* a comment */ 1 -- another', 1n],
];

/** Expressions whose evaluation fails with OUT_OF_RANGE. */
const FAILURES: readonly (readonly [expression: string, message: RegExp])[] = [
  ['9223372036854775807 + 1', /^int64 overflow/],
  ['-(-9223372036854775808)', /^int64 overflow/],
  ['1 / 0', /^division by zero: 1 \/ 0$/],
  ['MOD(1, 0)', /^division by zero/],
  ['1e308 * 10', /^double overflow/],
  ["CAST('x' AS INT64)", /^Bad int64 value: x$/],
  ["CAST(b'\\xff' AS STRING)", /^Bad UTF-8 string value/],
  ["TO_INT64(b'abc')", /^TO_INT64 requires 8 bytes, not 3$/],
  ['[1][OFFSET(1)]', /^Array index 1 is out of bounds$/],
  ["'a' LIKE 'a\\\\'", /^LIKE pattern ends with a backslash$/],
  ["REGEXP_CONTAINS('a', '(')", /^Cannot parse regular expression/],
  ['TIMESTAMP_SECONDS(9223372036854775807)', /^Timestamp is out of range/],
  ['DATE(2023, 2, 29)', /^Invalid date: 2023-2-29$/],
];

describe('SQL expressions of the embedded Bigtable', () => {
  let core: LocalCore;
  let session: SqlSession;

  beforeAll(async () => {
    ({ core } = await openCoreWithTable({ families: [{ name: 'f' }] }));
    session = new SqlSession(core);
  });

  afterAll(() => core.close());

  it.each(VALUES)('%s has its value', async (expression, value) => {
    expect((await session.query(`SELECT ${expression}\n`)).rows).toEqual([[value]]);
  });

  it.each(FAILURES)('%s fails', async (expression, message) => {
    await expect(session.query(`SELECT ${expression}`)).rejects.toMatchObject({
      status: 11,
      message: expect.stringMatching(message) as string,
    });
  });

  it('a text that would be longer than a cell fails', async () => {
    const query = `SELECT LENGTH(REPLACE('${'a'.repeat(25_000)}', 'a', '${'b'.repeat(25_000)}'))`;
    await expect(session.query(query)).rejects.toMatchObject({
      status: 11,
      message: 'A value of a query must have 104857600 bytes or less',
    });
  });

  it('AND and OR do not evaluate what does not matter', async () => {
    const { rows } = await session.query(
      'SELECT FALSE AND 1 / 0 = 1, TRUE OR 1 / 0 = 1, IF(TRUE, 1, DIV(1, 0))',
    );
    expect(rows).toEqual([[false, true, 1n]]);
  });
});

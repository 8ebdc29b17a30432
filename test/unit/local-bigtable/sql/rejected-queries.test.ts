import { data } from '../../../../src/local-bigtable/encoding/proto';
import type { LocalCore } from '../../../../src/local-bigtable/core';
import { LOCAL_INSTANCE, openCoreWithTable } from '../../../support/local-bigtable/local-core';
import { CollectingSink, SqlSession } from '../../../support/local-bigtable/sql-session';

const INVALID_ARGUMENT = 3;
const UNIMPLEMENTED = 12;

const INVALID: readonly (readonly [query: string, message: string])[] = [
  ['SELEC 1', 'Syntax error: Unexpected identifier "SELEC" [at 1:1]'],
  ['SELECT', 'Syntax error: Unexpected end of statement [at 1:7]'],
  ['SELECT FROM t', 'Syntax error: Unexpected keyword FROM [at 1:8]'],
  ['SELECT 1 2', 'Syntax error: Unexpected integer literal "2" [at 1:10]'],
  ['SELECT 1\nFROM t\n  WHERE )', 'Syntax error: Unexpected ")" [at 3:9]'],
  ["SELECT 'a", 'Syntax error: Unclosed string literal [at 1:8]'],
  ["SELECT 1 'a' 'b'", "Syntax error: Unexpected string literal 'a' [at 1:10]"],
  ["SELECT '\\q'", 'Syntax error: Illegal escape sequence: \\q [at 1:8]'],
  ['SELECT $', 'Syntax error: Unexpected "$" [at 1:8]'],
  ['SELECT é', 'Syntax error: Illegal input character "é" [at 1:8]'],
  ['SELECT a = = b FROM t', 'Syntax error: Unexpected "=" [at 1:12]'],
  ['SELECT 99999999999999999999', 'Invalid integer literal: 99999999999999999999 [at 1:8]'],
  ["SELECT TIMESTAMP 'x'", 'Invalid TIMESTAMP literal [at 1:8]'],
  ["SELECT DATE '2024-01-01' = 'x'", 'Could not cast literal "x" to type DATE [at 1:28]'],
  ['SELECT x FROM t', 'Unrecognized name: x [at 1:8]'],
  ['SELECT x', 'Unrecognized name: x [at 1:8]'],
  ['SELECT t.x FROM t', 'Name x not found inside t [at 1:10]'],
  ['SELECT * FROM nope', 'Table not found: nope [at 1:15]'],
  ['SELECT *', 'SELECT * must have a FROM clause [at 1:8]'],
  ['SELECT * EXCEPT (x) FROM t', 'Column x in SELECT * EXCEPT list does not exist [at 1:18]'],
  ['SELECT NOPE(1)', 'Function not found: NOPE [at 1:8]'],
  ["SELECT 1 = 'a'", 'No matching signature for operator = for argument types: INT64, STRING [at 1:8]'],
  ['SELECT LENGTH(1)', 'No matching signature for function LENGTH for argument types: INT64 [at 1:8]'],
  [
    'SELECT f = f FROM t',
    'No matching signature for operator = for argument types: MAP<BYTES, BYTES>, MAP<BYTES, BYTES> [at 1:8]',
  ],
  [
    "SELECT _key['a'] FROM t",
    'Subscript access using [STRING] is not supported on values of type BYTES [at 1:13]',
  ],
  ['SELECT _key.x FROM t', 'Cannot access field x on a value with type BYTES [at 1:13]'],
  ['SELECT @p', "Query parameter 'p' not found [at 1:8]"],
  ['SELECT _key FROM t WHERE _key', 'WHERE clause should return type BOOL, but returns type BYTES [at 1:26]'],
  ['SELECT _key FROM t WHERE COUNT(*) > 1', 'Aggregate function COUNT not allowed in WHERE clause [at 1:26]'],
  [
    'SELECT SUM(COUNT(*)) FROM t',
    'Aggregate function COUNT not allowed in another aggregate function [at 1:12]',
  ],
  ['SELECT SUM(_key) FROM t', 'No matching signature for function SUM for argument types: BYTES [at 1:8]'],
  [
    "SELECT _key, COUNT(*) FROM t GROUP BY f['x']",
    'SELECT list expression references column _key which is neither grouped nor aggregated [at 1:8]',
  ],
  [
    'SELECT COUNT(*) FROM t GROUP BY f',
    'Grouping by expressions of type MAP<BYTES, BYTES> is not allowed [at 1:33]',
  ],
  [
    'SELECT _key FROM t ORDER BY f',
    'ORDER BY does not support expressions of type MAP<BYTES, BYTES> [at 1:29]',
  ],
  ['SELECT _key FROM t ORDER BY 2', 'ORDER BY is out of SELECT column number range: 2 [at 1:29]'],
  ['SELECT _key FROM t LIMIT 1 + 1', 'LIMIT expects an integer literal or parameter [at 1:26]'],
  ['SELECT CAST(f AS STRING) FROM t', 'Invalid cast from MAP<BYTES, BYTES> to STRING [at 1:8]'],
  ['SELECT CAST(1 AS NOPE)', 'Type not found: NOPE [at 1:18]'],
  ['SELECT * FROM t(latest_n => 2)', 'latest_n requires with_history => TRUE [at 1:17]'],
  [
    'SELECT * FROM t(with_history => TRUE, as_of => CURRENT_TIMESTAMP())',
    'as_of cannot be used with with_history => TRUE [at 1:39]',
  ],
  ['SELECT * FROM t(nope => 2)', 'Named argument nope not found in signature for a table [at 1:17]'],
  [
    'SELECT * FROM t(with_history => TRUE, after => 5)',
    'after should be of type TIMESTAMP, but is of type INT64 [at 1:48]',
  ],
  ["SELECT [1, 'a']", 'Array elements of types INT64, STRING do not have a common supertype [at 1:8]'],
  [
    "SELECT IF(TRUE, 1, 'a')",
    'No matching signature for function IF for argument types: BOOL, INT64, STRING [at 1:8]',
  ],
];

/** GoogleSQL that is recognized and not supported, with the place. */
const UNSUPPORTED: readonly (readonly [query: string, message: string])[] = [
  ['INSERT INTO t VALUES (1)', 'INSERT statements [at 1:1]'],
  ['WITH a AS (SELECT 1) SELECT * FROM a', 'WITH statements [at 1:1]'],
  ['CREATE VIEW v AS SELECT 1', 'CREATE statements [at 1:1]'],
  ['(SELECT 1)', 'queries in parentheses [at 1:1]'],
  ['SELECT DISTINCT _key FROM t', 'SELECT DISTINCT [at 1:8]'],
  ['SELECT (SELECT 1)', 'subqueries [at 1:9]'],
  ['SELECT 1 FROM (SELECT 1)', 'subqueries [at 1:10]'],
  ['SELECT 1 UNION ALL SELECT 2', 'UNION [at 1:10]'],
  ['SELECT * FROM t JOIN u', 'joins [at 1:17]'],
  ['SELECT * FROM t, u', 'joins [at 1:16]'],
  ['SELECT * FROM UNNEST([1])', 'UNNEST in FROM [at 1:10]'],
  ["SELECT * FROM UNPACK((SELECT f['q'] FROM t))", 'table functions over queries, such as UNPACK [at 1:21]'],
  ['SELECT COUNT(*) OVER () FROM t', 'window functions [at 1:17]'],
  ['SELECT ?', 'positional parameters [at 1:8]'],
  ['SELECT t FROM t', 'the row of t as a value [at 1:8]'],
  ['SELECT REGEXP_EXTRACT(_key, b"a") FROM t', 'the function REGEXP_EXTRACT [at 1:8]'],
  ['SELECT _key FROM t WHERE _key LIKE ANY ("a")', 'LIKE ANY [at 1:36]'],
];

describe('SQL that the embedded Bigtable rejects', () => {
  let core: LocalCore;
  let session: SqlSession;

  beforeAll(async () => {
    ({ core } = await openCoreWithTable({ families: [{ name: 'f' }] }));
    session = new SqlSession(core);
  });

  afterAll(() => core.close());

  it.each(INVALID)('%s is invalid, with the place', async (query, message) => {
    await expect(session.prepare(query)).rejects.toMatchObject({ status: INVALID_ARGUMENT, message });
  });

  it.each(UNSUPPORTED)('%s is not supported, with the place', async (query, what) => {
    await expect(session.prepare(query)).rejects.toMatchObject({
      status: UNIMPLEMENTED,
      message: `Not supported by the embedded Bigtable: ${what}`,
    });
  });

  it.each([
    ['an empty query', ' ', 'query must not be empty'],
    ['a query that is too long', `SELECT '${'x'.repeat(70_000)}'`, 'query must have 65536 bytes or less'],
    [
      'parentheses that are nested too deeply',
      `SELECT ${'('.repeat(30_000)}1${')'.repeat(30_000)}`,
      'The query is nested too deeply',
    ],
    [
      'operators that are nested too deeply',
      `SELECT ${'1+'.repeat(30_000)}1`,
      'The query is nested too deeply',
    ],
    [
      'negations that are nested too deeply',
      `SELECT ${'NOT '.repeat(16_000)}TRUE`,
      'The query is nested too deeply',
    ],
  ])('%s is invalid', async (_, query, message) => {
    await expect(session.query(query)).rejects.toMatchObject({ status: INVALID_ARGUMENT, message });
  });

  it('types that parameters do not have are invalid', async () => {
    const type = { mapType: { keyType: { bytesType: {} }, valueType: { bytesType: {} } } };
    await expect(session.prepare('SELECT 1', { p: type })).rejects.toMatchObject({
      status: INVALID_ARGUMENT,
      message: 'param_types["p"] must be a scalar type or an array of one',
    });
  });

  it('a parameter without a value is invalid', async () => {
    const handler = core.handlers.get('/google.bigtable.v2.Bigtable/ExecuteQuery')!;
    if (handler.kind !== 'stream') throw new Error('ExecuteQuery has several answers');
    const request = data.ExecuteQueryRequest.encode({ instanceName: LOCAL_INSTANCE, query: 'SELECT @p' });
    // An entry of the map with the key p alone, which the official codec does not encode.
    const entry = Buffer.from([(7 << 3) | 2, 3, 0x0a, 1, 0x70]);
    const { handle } = handler;
    const call = async () => handle(Buffer.concat([request.finish(), entry]), new CollectingSink(), {});
    await expect(call()).rejects.toMatchObject({
      status: INVALID_ARGUMENT,
      message: 'params["p"].type must be a scalar type or an array of one',
    });
  });
});

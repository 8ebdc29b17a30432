import fc from 'fast-check';
import type { LocalCore } from '../../../../src/local-bigtable/core';
import type { TableEntry } from '../../../../src/local-bigtable/catalog/catalog';
import { Replica } from '../../../../src/local-bigtable/replication/replica';
import type { KeySpan } from '../../../../src/local-bigtable/store/stored-table';
import { openCoreWithTable } from '../../../support/local-bigtable/local-core';
import { SqlSession } from '../../../support/local-bigtable/sql-session';

/** Keys that differ in length, in bytes near the ends of the range, and in case. */
const KEYS = ['a', 'a\0', 'aa', 'ab', 'a\xff', 'b', 'b%', 'b_', 'ba', 'B', '\x01', '\xff', '\xff\xff', 'zz'];

/** Condition on the key: its SQL, and a naive evaluation with three-valued logic. */
interface Condition {
  readonly sql: string;
  readonly holds: (key: string) => boolean | null;
}

const literal = (key: string): string =>
  `b'${[...key].map((char) => `\\x${char.charCodeAt(0).toString(16).padStart(2, '0')}`).join('')}'`;

const likeRegex = (pattern: string): RegExp =>
  new RegExp(
    `^${pattern
      .replace(/[.*+?^$()[\]{}|\\]/g, '\\$&')
      .replace(/%/g, '[^]*')
      .replace(/_/g, '[^]')}$`,
  );

const COMPARISONS: readonly (readonly [sign: string, compare: (a: string, b: string) => boolean])[] = [
  ['=', (a, b) => a === b],
  ['!=', (a, b) => a !== b],
  ['<', (a, b) => a < b],
  ['<=', (a, b) => a <= b],
  ['>', (a, b) => a > b],
  ['>=', (a, b) => a >= b],
];

const key = fc.constantFrom('', ...KEYS);

const predicate: fc.Arbitrary<Condition> = fc.oneof(
  fc.tuple(fc.constantFrom(...COMPARISONS), key).map(([[sign, compare], value]) => ({
    sql: `_key ${sign} ${literal(value)}`,
    holds: (each: string) => compare(each, value),
  })),
  fc.tuple(fc.constantFrom(...COMPARISONS), key).map(([[sign, compare], value]) => ({
    sql: `${literal(value)} ${sign} _key`,
    holds: (each: string) => compare(value, each),
  })),
  fc.tuple(key, key).map(([low, high]) => ({
    sql: `_key BETWEEN ${literal(low)} AND ${literal(high)}`,
    holds: (each: string) => each >= low && each <= high,
  })),
  fc.array(key, { minLength: 1, maxLength: 4 }).map((list) => ({
    sql: `_key IN (${list.map(literal).join(', ')})`,
    holds: (each: string) => list.includes(each),
  })),
  fc.array(key, { maxLength: 4 }).map((list) => ({
    sql: `_key IN UNNEST(ARRAY<BYTES>[${list.map(literal).join(', ')}])`,
    holds: (each: string) => list.includes(each),
  })),
  key.map((prefix) => ({
    sql: `STARTS_WITH(_key, ${literal(prefix)})`,
    holds: (each: string) => each.startsWith(prefix),
  })),
  fc.constantFrom('', '%', 'a%', 'a_', '_', 'b\xff%', '%a', 'a', '\xff%').map((pattern) => ({
    sql: `_key LIKE ${literal(pattern)}`,
    holds: (each: string) => likeRegex(pattern).test(each),
  })),
  fc.constant({ sql: '_key = CAST(NULL AS BYTES)', holds: () => null }),
  fc.constant({ sql: "f['q'] = 'v'", holds: () => true }),
  fc.constant({ sql: 'TRUE', holds: () => true }),
);

const negation = (value: boolean | null): boolean | null => (value === null ? null : !value);

function combined(values: readonly (boolean | null)[], decisive: boolean): boolean | null {
  if (values.includes(decisive)) return decisive;
  return values.includes(null) ? null : !decisive;
}

const { condition } = fc.letrec<{ condition: Condition }>((tie) => {
  const parts = fc.array(tie('condition'), { minLength: 2, maxLength: 3 });
  const group = (sign: 'AND' | 'OR') =>
    parts.map((list) => ({
      sql: `(${list.map(({ sql }) => sql).join(` ${sign} `)})`,
      holds: (each: string) =>
        combined(
          list.map(({ holds }) => holds(each)),
          sign === 'OR',
        ),
    }));
  return {
    condition: fc.oneof(
      { maxDepth: 3 },
      predicate,
      group('AND'),
      group('OR'),
      tie('condition').map(({ sql, holds }) => ({
        sql: `NOT (${sql})`,
        holds: (each: string) => negation(holds(each)),
      })),
    ),
  };
});

describe('Key ranges of SQL queries', () => {
  let core: LocalCore;
  let table: TableEntry;
  let session: SqlSession;

  beforeAll(async () => {
    ({ core, table } = await openCoreWithTable({ families: [{ name: 'f' }] }));
    session = new SqlSession(core);
    const [cluster] = table.instance.clusters.values();
    for (const each of KEYS) {
      table
        .replicaAt(cluster!)
        .commit(each, [{ kind: 'set', family: 'f', qualifier: 'q', timestampMs: 0, value: 'v' }]);
    }
  });

  afterAll(() => core.close());

  it('a query returns the rows that a naive evaluation of its condition accepts, and reads each at most once', async () => {
    await fc.assert(
      fc.asyncProperty(condition, fc.boolean(), async ({ sql, holds }, reversed) => {
        const spans = recordSpans(table);
        const { rows } = await session.query(
          `SELECT _key FROM t WHERE ${sql} ORDER BY _key ${reversed ? 'DESC' : 'ASC'}`,
        );
        const expected = [...KEYS].sort().filter((each) => holds(each) === true);
        if (reversed) expected.reverse();
        expect(rows.map(([each]) => (each as Buffer).toString('latin1'))).toEqual(expected);
        const read = spans();
        if (reversed) read.reverse();
        for (const [index, span] of read.entries()) {
          const next = read[index + 1];
          if (next !== undefined) expect(span.end! <= next.start).toBe(true);
        }
      }),
      { numRuns: 120 },
    );
  });
});

function recordSpans(table: TableEntry): () => KeySpan[] {
  const [cluster] = table.instance.clusters.values();
  const replica = table.replicaAt(cluster!);
  const spans: KeySpan[] = [];
  replica.scan = (span, reversed) => {
    spans.push(span);
    return Replica.prototype.scan.call(replica, span, reversed);
  };
  return () => spans;
}

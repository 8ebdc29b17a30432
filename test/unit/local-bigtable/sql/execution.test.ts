import type { LocalCore } from '../../../../src/local-bigtable/core';
import type { TableEntry } from '../../../../src/local-bigtable/catalog/catalog';
import { LOCAL_BIGTABLE_DEFAULTS } from '../../../../src/local-bigtable/defaults';
import { GroupedRows } from '../../../../src/local-bigtable/sql/execute/grouped-rows';
import { MemoryBudget } from '../../../../src/local-bigtable/sql/execute/memory-budget';
import { crc32c } from '../../../../src/local-bigtable/sql/encode/crc32c';
import { NO_ROW } from '../../../../src/local-bigtable/sql/bind/bound';
import { parseQuery } from '../../../../src/local-bigtable/sql/parser/parse-query';
import { planQuery } from '../../../../src/local-bigtable/sql/plan/plan-query';
import type { KeySpan } from '../../../../src/local-bigtable/store/stored-table';
import { openCoreWithTable } from '../../../support/local-bigtable/local-core';
import { MemoryStorage } from '../../../support/local-bigtable/memory-storage';
import { CollectingSink, SqlSession } from '../../../support/local-bigtable/sql-session';
import { VirtualClock } from '../../../support/virtual-clock';

const ROWS = 3_000;
const keyOf = (index: number): string => `k${String(index).padStart(6, '0')}`;

describe('Execution of SQL by the embedded Bigtable', () => {
  let core: LocalCore;
  let table: TableEntry;
  let session: SqlSession;

  beforeAll(async () => {
    ({ core, table } = await openCoreWithTable({ families: [{ name: 'f' }] }));
    session = new SqlSession(core);
    const replica = replicaOf(table);
    const value = 'v'.repeat(300);
    for (let index = 0; index < ROWS; index++) {
      replica.commit(keyOf(index), [{ kind: 'set', family: 'f', qualifier: 'q', timestampMs: 0, value }]);
    }
  });

  afterAll(() => core.close());

  it('the checksum is CRC-32C', () => {
    expect(crc32c(Buffer.from('123456789'))).toBe(0xe3069283);
  });

  it('a long result continues from the tokens of its first and its last batches, in both directions', async () => {
    for (const query of [
      'SELECT _key, f FROM t',
      'SELECT _key, f FROM t ORDER BY _key DESC',
      "SELECT _key, f FROM t WHERE _key IN ('k000001', 'k000002') OR _key >= 'k000100' LIMIT 2500 OFFSET 3",
    ]) {
      const prepared = await session.prepare(query);
      const whole = await session.execute(prepared);
      expect(whole.tokens.length).toBeGreaterThan(2);
      // Every continuation reads all of the rest, so not every token is tried.
      const last = whole.tokens.length - 1;
      for (const index of new Set([0, last - 1, last])) {
        const resumeToken = whole.tokens[index]!;
        const rest = await session.execute(prepared, { resumeToken });
        expect(rest.tokens.length).toBe(Math.max(1, whole.tokens.length - index - 1));
        expect(rest.rows).toEqual(whole.rows.slice(whole.rows.length - rest.rows.length));
        if (index === last) expect(rest.rows).toEqual([]);
      }
    }
  });

  it('a call that ends early leaves the rest unread, and its last token continues without loss', async () => {
    const prepared = await session.prepare('SELECT _key, f FROM t');
    const sink = new CollectingSink();
    sink.endAfter = 1;
    const part = await session.execute(prepared, {}, sink);
    expect(part.rows.length).toBeLessThan(ROWS);
    const rest = await session.execute(prepared, { resumeToken: part.tokens[0]! });
    expect(part.rows.length + rest.rows.length).toBe(ROWS);
  });

  it('a call that has ended evaluates no further rows, also of a query that sends nothing before its end', async () => {
    // Evaluated row by row, this query fails at its 2,501st row.
    const failing = "DIV(1, IF(_key = 'k002500', 0, 1))";
    for (const query of [`SELECT MAX(${failing}) FROM t`, `SELECT ${failing} FROM t ORDER BY LENGTH(_key)`]) {
      const prepared = await session.prepare(query);
      await expect(session.execute(prepared)).rejects.toThrow(/zero/);
      const sink = new CollectingSink();
      const executed = session.execute(prepared, {}, sink);
      sink.isEnded = true;
      expect((await executed).rows).toEqual([]);
    }
  });

  it('groups and sorted rows are evaluated and sent in turns, between which other calls run', async () => {
    for (const query of [
      'SELECT _key, COUNT(*) FROM t GROUP BY _key HAVING COUNT(*) > 1',
      'SELECT _key, COUNT(*) FROM t GROUP BY _key LIMIT 2000 OFFSET 900',
      'SELECT _key FROM t ORDER BY LENGTH(_key) DESC',
    ]) {
      const prepared = await session.prepare(query);
      let turns = 0;
      let isOver = false;
      const count = (): void => {
        turns++;
        if (!isOver) setImmediate(count);
      };
      setImmediate(count);
      await session.execute(prepared);
      isOver = true;
      // At least three turns to read the rows, and three to use them.
      expect(turns).toBeGreaterThanOrEqual(6);
    }
  });

  it('a query that finds nothing for long reports its progress by tokens', async () => {
    const { tokens, rows } = await session.query("SELECT _key FROM t WHERE f['q'] = 'nope'");
    expect(rows).toEqual([]);
    expect(tokens).toHaveLength(1);
  });

  it('groups and sorted rows have one token, at the end', async () => {
    for (const query of [
      'SELECT _key, f FROM t ORDER BY LENGTH(_key), _key',
      'SELECT _key, COUNT(*) FROM t GROUP BY _key',
    ]) {
      const { tokens, rows } = await session.query(query);
      expect([rows.length, tokens.length]).toEqual([ROWS, 1]);
    }
  });

  it('a token of another query or other parameters, or a changed token, is rejected', async () => {
    const { tokens } = await session.query('SELECT _key, f FROM t');
    const other = await session.prepare('SELECT _key FROM t');
    await expect(session.execute(other, { resumeToken: tokens[0]! })).rejects.toMatchObject({
      status: 3,
      message: 'resume_token belongs to another query or to other parameters',
    });
    const changed = Buffer.from(tokens[0]!);
    // Another digit of the last key.
    changed[changed.indexOf('k00') + 3]! ^= 1;
    const prepared = await session.prepare('SELECT _key, f FROM t');
    await expect(session.execute(prepared, { resumeToken: changed })).rejects.toMatchObject({ status: 3 });
    await expect(session.execute(prepared, { preparedQuery: changed })).rejects.toMatchObject({ status: 3 });
  });

  it('a condition on keys reads their rows only', async () => {
    const read = recordScans(table);
    const { rows } = await session.query(
      "SELECT _key FROM t WHERE (_key = 'k000007' OR _key LIKE 'k00001_' OR STARTS_WITH(_key, 'k00002')) AND f['q'] IS NOT NULL",
    );
    expect(rows).toHaveLength(21);
    expect(read()).toEqual([
      { start: 'k000007', end: 'k000007\0' },
      { start: 'k00001', end: 'k00003' },
    ]);
  });

  it('a prepared query expires with its time, and when the columns of its table change', async () => {
    const clock = new VirtualClock();
    const { core: other, table: changing } = await openCoreWithTable({ families: [{ name: 'f' }], clock });
    const client = new SqlSession(other);
    const prepared = await client.prepare('SELECT * FROM t');
    expect((await client.execute(prepared)).rows).toEqual([]);
    await clock.advance(LOCAL_BIGTABLE_DEFAULTS.sql.preparedMs + 1);
    const sink = new CollectingSink();
    await expect(client.execute(prepared, {}, sink)).rejects.toMatchObject({ status: 9 });
    expect(Buffer.from(sink.trailers['grpc-status-details-bin']!, 'base64').toString('latin1')).toContain(
      'PREPARED_QUERY_EXPIRED',
    );
    const again = await client.prepare('SELECT * FROM t');
    changing.replicated.base.setFamilies([{ name: 'f' }, { name: 'g' }], ['g']);
    await expect(client.execute(again)).rejects.toMatchObject({ status: 9 });
    await other.close();
  });

  it('rows are sent once they are durable', async () => {
    const storage = new MemoryStorage();
    const { core: other, table: held } = await openCoreWithTable({ families: [{ name: 'f' }], storage });
    const client = new SqlSession(other);
    const prepared = await client.prepare('SELECT COUNT(*) FROM t');
    const release = storage.holdCommits();
    replicaOf(held).commit('k', [{ kind: 'set', family: 'f', qualifier: 'q', timestampMs: 0, value: 'v' }]);
    const sink = new CollectingSink();
    const executed = client.execute(prepared, {}, sink);
    await new Promise(setImmediate);
    await new Promise(setImmediate);
    expect(sink.frames).toEqual([]);
    release();
    expect((await executed).rows).toEqual([[1n]]);
    await other.close();
  });

  it('faults of the cluster concern queries too', async () => {
    const [cluster] = table.instance.clusters.values();
    const prepared = await session.prepare('SELECT COUNT(*) FROM t');
    cluster!.slowMs = 1;
    expect((await session.execute(prepared)).rows).toEqual([[BigInt(ROWS)]]);
    cluster!.slowMs = 0;
    cluster!.stopped = true;
    await expect(session.execute(prepared)).rejects.toMatchObject({ status: 14 });
    cluster!.stopped = false;
  });

  it('groups beyond the memory of a query fail with RESOURCE_EXHAUSTED', () => {
    const schema = { families: [{ name: 'f', isAggregate: false }] };
    const { grouping } = planQuery(parseQuery('SELECT _key, COUNT(DISTINCT _key) FROM t GROUP BY _key'), {
      schema,
      parameters: new Map(),
    });
    const groups = new GroupedRows(grouping!, new MemoryBudget(10_000));
    const fill = (): void => {
      for (let index = 0; index < 1_000; index++) groups.add({ ...NO_ROW, key: keyOf(index) });
    };
    expect(fill).toThrow(/needs more than 10000 bytes of memory for GROUP BY, DISTINCT or ORDER BY/);
  });

  it('an instance or app profile that does not exist is not found', async () => {
    await expect(session.prepare('SELECT 1', {}, 'nope')).rejects.toMatchObject({ status: 5 });
    const prepared = await session.prepare('SELECT 1');
    await expect(session.execute(prepared, { appProfileId: 'nope' })).rejects.toMatchObject({ status: 5 });
    const onTable = await session.prepare('SELECT _key FROM t');
    await expect(session.execute(onTable, { appProfileId: 'nope' })).rejects.toMatchObject({ status: 5 });
    await expect(session.execute(onTable, { instanceName: 'projects/p/instances/j' })).rejects.toMatchObject({
      status: 3,
      message: 'prepared_query was prepared for the instance projects/p/instances/i',
    });
  });
});

function replicaOf(table: TableEntry) {
  const [cluster] = table.instance.clusters.values();
  return table.replicaAt(cluster!);
}

/** Records the spans that are scanned. */
function recordScans(table: TableEntry): () => KeySpan[] {
  const replica = replicaOf(table);
  const scan = replica.scan.bind(replica);
  const spans: KeySpan[] = [];
  replica.scan = (span, reversed) => {
    spans.push(span);
    return scan(span, reversed);
  };
  return () => {
    replica.scan = scan;
    return spans;
  };
}

import type { LocalCore } from '../../../../src/local-bigtable/core';
import { RpcError } from '../../../../src/local-bigtable/grpc/rpc-error';
import { AGGREGATORS, encodeInt64 } from '../../../../src/local-bigtable/store/aggregator';
import { seededRandom } from '../../../../src/platform/random';
import { openCoreWithTable } from '../../../support/local-bigtable/local-core';
import { SqlSession } from '../../../support/local-bigtable/sql-session';
import { TEST_SEED } from '../../../support/test-seed';
import { randomSql } from '../../../fuzz/values/random-sql';

const QUERIES = Number(process.env['TIDEMARK_TEST_SQL_QUERIES'] ?? 800);
/** Statuses that blame the query, its values, or their size. */
const BLAME = [3, 8, 11, 12];
const MINUTE_MS = 60_000;

describe(`random SQL on the embedded Bigtable, TIDEMARK_TEST_SEED=${TEST_SEED}`, () => {
  let core: LocalCore;

  beforeAll(async () => {
    const families = [{ name: 'f' }, { name: 'sum', aggregator: AGGREGATORS.sum }];
    const opened = await openCoreWithTable({ families });
    core = opened.core;
    const [cluster] = opened.table.instance.clusters.values();
    for (const key of ['k', 'l', '\xff']) {
      opened.table.replicaAt(cluster!).commit(key, [
        { kind: 'set', family: 'f', qualifier: 'q', timestampMs: 1_000, value: key },
        { kind: 'set', family: 'sum', qualifier: 's', timestampMs: 0, value: encodeInt64(5n) },
      ]);
    }
  });

  afterAll(() => core.close());

  it(
    `each of ${QUERIES} queries has a result or an error that blames it`,
    async () => {
      const random = seededRandom(TEST_SEED);
      const session = new SqlSession(core);
      const types = { s: { int64Type: {} } };
      const outcomes = new Map<number, number>();
      for (let each = 0; each < QUERIES; each++) {
        const query = randomSql(random);
        const status = await statusOf(session.query(query, { types, values: { s: { intValue: 1 } } }), query);
        outcomes.set(status, (outcomes.get(status) ?? 0) + 1);
      }
      // A tenth of the queries is valid, so that the evaluation is tested too.
      expect(outcomes.get(0)).toBeGreaterThan(QUERIES / 10);
      expect(outcomes.get(3)).toBeGreaterThan(QUERIES / 10);
      expect(outcomes.get(11)).toBeGreaterThan(0);
    },
    QUERIES * 10 + MINUTE_MS,
  );
});

async function statusOf(run: Promise<unknown>, query: string): Promise<number> {
  try {
    await run;
    return 0;
  } catch (error) {
    if (!(error instanceof RpcError) || !BLAME.includes(error.status)) {
      throw new Error(`${query}: ${String((error as Error).stack)}`, { cause: error });
    }
    // Each error of a query's text names its place.
    if (error.status === 3 && !/\[at \d+:\d+\]$|nested too deeply$|must not be empty$/.test(error.message)) {
      throw new Error(`${query}: no place in: ${error.message}`, { cause: error });
    }
    return error.status;
  }
}

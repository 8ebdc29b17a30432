import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seededRandom } from '../../../src/platform/random';
import { bytes, type PlainRow, RawBigtable } from '../../conformance/raw-bigtable';
import { type Child, startChild } from '../../support/child-process';

const KILLS = Number(process.env['TIDEMARK_TEST_KILLS'] ?? 12);
const SEED = Number(process.env['TIDEMARK_TEST_SEED'] ?? Date.now() % 1_000_000);
const WRITERS = 8;
const SERVER = join(__dirname, '../../support/local-bigtable-process.ts');
const COUNTER = { familyName: 'f', columnQualifier: bytes('n'), incrementAmount: 1 };

/** What the clients were told before the server died. */
interface Acknowledged {
  /** Version by row key; version n means cells a and b hold n. */
  readonly rows: Map<string, number>;
  counter: number;
}

describe(`kill -9 under load, ${KILLS} times, TIDEMARK_TEST_SEED=${SEED}`, () => {
  let folder: string;
  let child: Child | undefined;
  let bigtable: RawBigtable;

  const start = async (commitDelayMs: number): Promise<void> => {
    child = await startChild(SERVER, [folder, String(commitDelayMs)]);
    bigtable = new RawBigtable(child.firstLine);
  };

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tidemark-kill-'));
  });

  afterEach(async () => {
    bigtable.close();
    await child?.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  });

  // With slow commits every kill hits changes that are in memory only: an early answer would be found out at once.
  it.each([0, 5])(
    'loses no acknowledged write and applies no half of a mutation, commits delayed by %i ms',
    async (commitDelayMs) => {
      const random = seededRandom(SEED);
      const acknowledged: Acknowledged = { rows: new Map(), counter: 0 };
      await start(commitDelayMs);
      await bigtable.createTable('t', { f: {} });
      for (let round = 0; round < KILLS / 2; round++) {
        const writers = Array.from({ length: WRITERS }, (_, writer) => write(writer, acknowledged));
        await new Promise((resolve) => setTimeout(resolve, 20 + random() * 150));
        await child?.kill('SIGKILL');
        await Promise.all(writers);
        bigtable.close();
        await start(commitDelayMs);
        check(await bigtable.read('t'), acknowledged);
      }
      expect(acknowledged.rows.size).toBeGreaterThan(KILLS);
    },
    120_000,
  );

  /** Writes until the server is gone: own rows with two cells each, batches, and a counter that all share. */
  async function write(writer: number, acknowledged: Acknowledged): Promise<void> {
    for (let at = 0; ; at++) {
      const keys = [`w${writer}-${at % 50}`, `w${writer}-${(at % 50) + 50}`];
      const version = (acknowledged.rows.get(keys[0]!) ?? 0) + 1;
      const cells = ['a', 'b'].map((qualifier) => ({
        setCell: { familyName: 'f', columnQualifier: bytes(qualifier), value: bytes(String(version)) },
      }));
      try {
        await bigtable.mutateRows(
          't',
          keys.map((key) => [key, cells]),
        );
        for (const key of keys) acknowledged.rows.set(key, version);
        const [counter] = await bigtable.readModifyWrite('t', 'counter', [COUNTER]);
        acknowledged.counter = Math.max(acknowledged.counter, decoded(counter?.[3] ?? ''));
      } catch {
        return;
      }
    }
  }
});

function check(rows: readonly PlainRow[], acknowledged: Acknowledged): void {
  const found = new Map(rows.map((row) => [row.key, row.cells]));
  for (const [key, version] of acknowledged.rows) {
    const values = found.get(key)?.map(([, , , value]) => Number(value)) ?? [];
    // The write under way when the server died may be there too, but never half of it.
    expect({ key, values }).toEqual({ key, values: [values[0], values[0]] });
    expect(values[0]).toBeGreaterThanOrEqual(version);
    expect(values[0]).toBeLessThanOrEqual(version + 1);
    acknowledged.rows.set(key, values[0]!);
  }
  const latestCounter = found.get('counter')?.find(([, qualifier]) => qualifier === 'n')?.[3];
  if (acknowledged.counter > 0)
    expect(decoded(latestCounter ?? '')).toBeGreaterThanOrEqual(acknowledged.counter);
}

const decoded = (value: string): number => (value === '' ? 0 : Number(bytes(value).readBigInt64BE(0)));

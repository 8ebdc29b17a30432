import { startLocalBigtable } from '../../src/local/server';
import { type Random, seededRandom } from '../../src/platform/random';
import { googleBigtableSkipReason, startGoogleBigtable } from '../support/google-bigtable';
import type { data } from './raw-bigtable';
import { type PlainRow, RawBigtable } from './raw-bigtable';
import { randomFilter, randomMutations, randomReadRequest, randomRowKey } from './random-requests';

/**
 * The same at each run unless asked otherwise: some seeds meet an interleave whose equal cells Google's
 * emulator orders at random, and then cuts by a limit, so that no two of its own answers need agree.
 */
const SEED = Number(process.env['TIDEMARK_TEST_SEED'] ?? 1);
const TABLES = 6;
const MUTATIONS_PER_TABLE = 60;
const READS_PER_TABLE = 150;
const skipReason = googleBigtableSkipReason();

/** The same random tables, mutations, filters and row sets on both servers must give the same answers. */
(skipReason === undefined ? describe : describe.skip)(
  `the embedded server and Google's emulator, TIDEMARK_TEST_SEED=${SEED}${skipReason ? ` (${skipReason})` : ''}`,
  () => {
    let embedded: RawBigtable;
    let google: RawBigtable;
    const stops: (() => Promise<void>)[] = [];

    beforeAll(async () => {
      const server = await startLocalBigtable({
        host: '127.0.0.1',
        port: 0,
        reading: { valueChunkBytesMax: 2, messageBytes: 100 },
      });
      const emulator = await startGoogleBigtable();
      embedded = new RawBigtable(server.endpoint);
      google = new RawBigtable(emulator.endpoint);
      stops.push(
        () => server.close(),
        () => emulator.stop(),
      );
    });

    afterAll(async () => {
      embedded.close();
      google.close();
      await Promise.all(stops.map((stop) => stop()));
    });

    it.each(Array.from({ length: TABLES }, (_, table) => table))('agree on table %i', async (table) => {
      const random = seededRandom(SEED * 1_000 + table);
      const name = `t${table}`;
      await onBoth((bigtable) => bigtable.createTable(name, {}));
      // One by one and in order: Google's emulator sorts families by their creation, ours by their name.
      for (const id of ['a', 'b', 'cc']) {
        await onBoth((bigtable) => bigtable.modifyFamilies(name, [{ id, create: {} }]));
      }
      for (let at = 0; at < MUTATIONS_PER_TABLE; at++) await mutateBoth(name, random);
      for (let at = 0; at < READS_PER_TABLE; at++) {
        const request = { ...randomReadRequest(random), filter: randomFilter(random) };
        const [ours, theirs] = await onBoth((bigtable) => outcome(bigtable.read(name, request)));
        expect({ request: JSON.stringify(request), answer: ours }).toEqual({
          request: JSON.stringify(request),
          answer: theirs,
        });
      }
    });

    async function mutateBoth(name: string, random: Random): Promise<void> {
      const key = randomRowKey(random);
      const mutations = randomMutations(random);
      await onBoth((bigtable) => bigtable.mutate(name, key, mutations));
      const request: Omit<data.ICheckAndMutateRowRequest, 'tableName' | 'rowKey'> = {
        predicateFilter: randomFilter(random),
        trueMutations: randomMutations(random),
        falseMutations: randomMutations(random),
      };
      const checkedKey = randomRowKey(random);
      const [ours, theirs] = await onBoth((bigtable) =>
        outcome(bigtable.checkAndMutate(name, checkedKey, request)),
      );
      expect({ request: JSON.stringify(request), ours }).toEqual({
        request: JSON.stringify(request),
        ours: theirs,
      });
    }

    function onBoth<T>(call: (bigtable: RawBigtable) => Promise<T>): Promise<[T, T]> {
      return Promise.all([call(embedded), call(google)]);
    }
  },
);

/** An answer, or the code of the error: messages are not compared. */
async function outcome(call: Promise<PlainRow[] | boolean>): Promise<unknown> {
  try {
    const answer = await call;
    return typeof answer === 'boolean' ? answer : answer.map(withDuplicatesSorted);
  } catch (error) {
    return { code: (error as { code: number }).code };
  }
}

/** The mutual order of cells with the same column and timestamp is unspecified (RowFilter.Interleave). */
function withDuplicatesSorted(row: PlainRow): PlainRow {
  const cells = [...row.cells].sort((x, y) => {
    const [a, b] = [x, y].map((cell) => JSON.stringify([cell[0], cell[1], -cell[2] + 1e9, cell.slice(3)]));
    return a! < b! ? -1 : a! > b! ? 1 : 0;
  });
  return { key: row.key, cells };
}

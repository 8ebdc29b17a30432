import { startLocalBigtable } from '../../src/local-bigtable/server';
import { seededRandom } from '../../src/platform/random';
import { googleBigtableSkipReason, startGoogleBigtable } from '../support/google-bigtable';
import { PLAIN_FAMILIES } from './random-values';
import { RawBigtable } from './raw-bigtable';
import { randomChange, randomRead, type RandomRequest } from './random-requests';
import { TEST_SEED } from '../support/test-seed';

/** Number of seeds, from the first on. */
const SEEDS = Number(process.env['TIDEMARK_TEST_SEEDS'] ?? 2);
const CHANGES_PER_TABLE = 80;
const READS_PER_TABLE = 150;
const SUM = { aggregateType: { sum: {}, inputType: { int64Type: { encoding: { bigEndianBytes: {} } } } } };
const skipReason = googleBigtableSkipReason();

/** Runs the same random tables, mutations, filters and row sets on both servers, which must return the same answers. */
(skipReason === undefined ? describe : describe.skip)(
  `the embedded server and Google's emulator${skipReason ? ` (${skipReason})` : ''}`,
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

    const seeds = Array.from({ length: SEEDS }, (_, index) => TEST_SEED + index);
    it.each(seeds)('both servers agree on the table of TIDEMARK_TEST_SEED=%i', async (seed) => {
      const random = seededRandom(seed);
      const table = `t${seed}`;
      await onBoth((bigtable) => createTable(bigtable, table));
      for (let at = 0; at < CHANGES_PER_TABLE; at++) await sameAnswers(table, randomChange(random));
      for (let at = 0; at < READS_PER_TABLE; at++) await sameAnswers(table, randomRead(random));
      await onBoth((bigtable) => bigtable.deleteTable(table));
    });

    async function sameAnswers(table: string, { name, details, ...random }: RandomRequest): Promise<void> {
      const [ours, theirs] = await onBoth((bigtable) => outcome(random.run(bigtable, table)));
      const request = `${name} ${JSON.stringify(details)}`;
      expect({ request, ...ours }).toEqual({ request, ...theirs });
      expect({ request, ...ours }).not.toHaveProperty('rejected');
    }

    function onBoth<T>(call: (bigtable: RawBigtable) => Promise<T>): Promise<[T, T]> {
      return Promise.all([call(embedded), call(google)]);
    }
  },
);

/** Adds families one by one and in order: Google's emulator sorts them by creation, the embedded server by name. */
async function createTable(bigtable: RawBigtable, table: string): Promise<void> {
  await bigtable.createTable(table, {});
  for (const id of PLAIN_FAMILIES) await bigtable.modifyFamilies(table, [{ id, create: {} }]);
  await bigtable.modifyFamilies(table, [{ id: 'sum', create: { valueType: SUM } }]);
}

/** Returns an answer, or the code of the error: messages are not compared. */
function outcome(call: Promise<unknown>): Promise<{ answer: unknown } | { rejected: number }> {
  return call.then(
    (answer) => ({ answer }),
    (error: { code: number }) => ({ rejected: error.code }),
  );
}

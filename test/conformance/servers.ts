import { startLocalBigtable } from '../../src/local-bigtable/server';
import { googleBigtableSkipReason, startGoogleBigtable } from '../support/google-bigtable';
import { type Difference, type DifferenceId, KNOWN_DIFFERENCES } from './known-differences';
import { RawBigtable, statusOf } from './raw-bigtable';

interface RunningServer {
  readonly endpoint: string;
  stop(): Promise<void>;
}

interface ServerKind {
  readonly name: string;
  readonly isGoogle: boolean;
  start(): Promise<RunningServer>;
}

const EMBEDDED: ServerKind = {
  name: 'the embedded server',
  isGoogle: false,
  async start() {
    // Values of three bytes and more are split over chunks, which Google's emulator never does.
    const server = await startLocalBigtable({
      host: '127.0.0.1',
      port: 0,
      reading: { valueChunkBytesMax: 2 },
    });
    return { endpoint: server.endpoint, stop: () => server.close() };
  },
};

const GOOGLE: ServerKind = { name: "Google's emulator", isGoogle: true, start: startGoogleBigtable };

export interface Conformance {
  /** Server under test. Each test creates its own table. */
  readonly bigtable: () => RawBigtable;
  /**
   * Defines a test that both servers pass, or, with the id of a difference, that one of them fails. A test of a fatal
   * difference creates everything it needs, because Google's emulator is started for it alone.
   */
  readonly test: (name: string, run: () => Promise<void>, difference?: DifferenceId) => void;
}

/** Runs the same tests on every server, or reports why one is skipped. */
export function describeServers(topic: string, define: (conformance: Conformance) => void): void {
  const skipReason = googleBigtableSkipReason();
  describeServer(topic, EMBEDDED, define);
  if (skipReason === undefined) describeServer(topic, GOOGLE, define);
  else describe.skip(`${topic} on Google's emulator: ${skipReason}`, () => it.todo('needs the emulator'));
}

function describeServer(topic: string, kind: ServerKind, define: (conformance: Conformance) => void): void {
  describe(`${topic} on ${kind.name}`, () => {
    let server: RunningServer;
    let bigtable: RawBigtable;

    beforeAll(async () => {
      server = await kind.start();
      bigtable = new RawBigtable(server.endpoint);
    });

    afterAll(async () => {
      bigtable.close();
      await server.stop();
    });

    /** Runs on a separate server, which the test must crash. */
    async function endsServer(run: () => Promise<void>): Promise<void> {
      const shared = bigtable;
      const own = await kind.start();
      bigtable = new RawBigtable(own.endpoint);
      try {
        await expect(run()).rejects.toBeDefined();
        expect(await statusOf(bigtable.listTables())).toBe(UNAVAILABLE);
      } finally {
        bigtable.close();
        bigtable = shared;
        await own.stop();
      }
    }

    define({
      bigtable: () => bigtable,
      test(name, run, id) {
        const difference: Difference | undefined = id && KNOWN_DIFFERENCES[id];
        const differs = difference !== undefined && (difference.follows === 'google') !== kind.isGoogle;
        if (!differs) it(name, run);
        else if (difference.fatal !== true) it.failing(`differs: ${name} [${id}]`, run);
        else if (GIVEN_EMULATOR)
          it.skip(`ends: ${name} [${id}] (skipped: the given emulator is not ours to end)`, run);
        else it(`ends: ${name} [${id}]`, () => endsServer(run));
      },
    });
  });
}

const UNAVAILABLE = 14;
const GIVEN_EMULATOR = process.env['TIDEMARK_TEST_BIGTABLE_EMULATOR_HOST'] !== undefined;

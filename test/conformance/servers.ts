import { startLocalBigtable } from '../../src/local/server';
import { googleBigtableSkipReason, startGoogleBigtable } from '../support/google-bigtable';
import type { DifferenceId } from './ledger';
import { RawBigtable } from './raw-bigtable';

interface RunningServer {
  readonly endpoint: string;
  stop(): Promise<void>;
}

interface ServerKind {
  readonly name: string;
  /** Whether the ledger's entries are expected to fail. */
  readonly isGoogle: boolean;
  start(): Promise<RunningServer>;
}

const EMBEDDED: ServerKind = {
  name: 'the embedded server',
  isGoogle: false,
  async start() {
    // Values of three bytes and more are split over chunks: Google's emulator never does.
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
  /** The server under test; one table is made for each test. */
  readonly bigtable: () => RawBigtable;
  /** A test that both servers pass, or, with the id of a difference, that Google's emulator fails. */
  readonly test: (name: string, run: () => Promise<void>, difference?: DifferenceId) => void;
}

/** Runs the same tests on every server, or says why one is left out. */
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

    define({
      bigtable: () => bigtable,
      test(name, run, difference) {
        if (difference === undefined || !kind.isGoogle) it(name, run);
        else it.failing(`differs: ${name} [${difference}]`, run);
      },
    });
  });
}

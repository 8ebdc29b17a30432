import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { findGoogleBigtable, startGoogleBigtable } from '../support/google-bigtable';

export interface BigtableProcess {
  readonly name: string;
  readonly endpoint: string;
  stop(): Promise<void>;
}

/**
 * A Bigtable in its own process: Google's emulator where it is found, else the embedded server; or that one in any case,
 * unless TIDEMARK_BENCH_BIGTABLE says `google`.
 */
export async function startBigtableProcess(preferred?: 'embedded'): Promise<BigtableProcess> {
  const isEmbedded = preferred === 'embedded' && process.env['TIDEMARK_BENCH_BIGTABLE'] !== 'google';
  if (isEmbedded || findGoogleBigtable() === undefined) return startEmbedded();
  const google = await startGoogleBigtable();
  return { name: "Google's emulator", endpoint: google.endpoint, stop: () => google.stop() };
}

async function startEmbedded(): Promise<BigtableProcess> {
  const child = fork(join(__dirname, 'embedded-server.ts'));
  const [endpoint] = (await once(child, 'message')) as [string];
  return {
    name: 'the embedded server',
    endpoint,
    async stop() {
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    },
  };
}

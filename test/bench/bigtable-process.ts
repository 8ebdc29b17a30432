import { join } from 'node:path';
import { findGoogleBigtable, startGoogleBigtable } from '../support/google-bigtable';
import { Child } from './child';
import type { StoreName } from './harness';
import { onExit } from './lifetimes';

export interface BigtableProcess {
  readonly name: string;
  readonly endpoint: string;
  /** Returns the processor time that it has taken, in microseconds. Undefined for Google's emulator. */
  readonly cpuMicros?: (() => Promise<number>) | undefined;
  stop(): Promise<void>;
}

/**
 * Starts a Bigtable in its own process. Without a name: Google's emulator if it is installed, else the embedded server. Throws if the
 * emulator is named and is not installed.
 */
export async function startBigtableProcess(store?: StoreName): Promise<BigtableProcess> {
  const isEmulator = (store ?? (findGoogleBigtable() === undefined ? 'embedded' : 'emulator')) === 'emulator';
  if (!isEmulator) return startEmbedded();
  const google = await startGoogle();
  return { name: "Google's emulator", endpoint: google.endpoint, stop: () => google.stop() };
}

/** Google's emulator, which is killed when this process exits. */
export async function startGoogle(): ReturnType<typeof startGoogleBigtable> {
  const google = await startGoogleBigtable();
  const cancel = onExit(() => google.kill());
  const stop = async (): Promise<void> => {
    await google.stop();
    cancel();
  };
  return { ...google, stop };
}

async function startEmbedded(): Promise<BigtableProcess> {
  const child = new Child(join(__dirname, 'embedded-server.ts'));
  const endpoint = await child.ask<string>();
  const cpuMicros = (): Promise<number> => child.ask<number>({ cpu: true });
  return { name: 'the embedded server', endpoint, cpuMicros, stop: () => child.stop() };
}

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { findGoogleBigtable, startGoogleBigtable } from '../../support/google-bigtable';

export const NAMES = ['durable', 'in memory', 'Google'] as const;
export type Name = (typeof NAMES)[number];

/** A server in a process of its own. */
export interface Contestant {
  readonly name: Name;
  readonly endpoint: string;
  readonly pid: number;
  stop(): Promise<void>;
}

/** The embedded server, on the folder given or in memory. */
export async function startEmbedded(dataDir?: string): Promise<Contestant> {
  const child = fork(join(__dirname, 'server-process.ts'), dataDir === undefined ? [] : [dataDir]);
  const endpoint = await endpointOf(child);
  return {
    name: dataDir === undefined ? 'in memory' : 'durable',
    endpoint,
    pid: child.pid!,
    async stop() {
      const exited = once(child, 'exit');
      child.disconnect();
      await exited;
    },
  };
}

async function endpointOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    child.once('message', (endpoint) => resolve(endpoint as string));
    child.once('exit', (code) => reject(new Error(`the embedded server ended with ${code}`)));
  });
}

/** Why Google's emulator does not take part; undefined when it does. */
export function googleAbsence(): string | undefined {
  const found = findGoogleBigtable();
  if (found === undefined) return "Google's emulator was not found (gcloud components install bigtable)";
  return 'endpoint' in found
    ? "Google's emulator is not a process of ours, whose time could be read"
    : undefined;
}

export async function startGoogle(): Promise<Contestant> {
  const google = await startGoogleBigtable();
  if (google.pid === undefined) throw new Error(googleAbsence());
  return { name: 'Google', endpoint: google.endpoint, pid: google.pid, stop: () => google.stop() };
}

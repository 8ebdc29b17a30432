import { join } from 'node:path';
import { findGoogleBigtable } from '../../support/google-bigtable';
import { startGoogle as startGoogleProcess } from '../bigtable-process';
import { Child } from '../child';

export const NAMES = ['durable', 'in memory', 'Google', 'floor'] as const;
export type Name = (typeof NAMES)[number];

/** Server in a separate process. */
export interface Contestant {
  readonly name: Name;
  readonly endpoint: string;
  readonly pid: number;
  stop(): Promise<void>;
}

/** Starts the embedded server on the given folder or in memory. */
export async function startEmbedded(dataDir?: string): Promise<Contestant> {
  const args = dataDir === undefined ? [] : [dataDir];
  const child = new Child(join(__dirname, '../embedded-server.ts'), { args });
  const endpoint = await child.ask<string>();
  return {
    name: dataDir === undefined ? 'in memory' : 'durable',
    endpoint,
    pid: child.pid,
    stop: () => child.stop(),
  };
}

/** Returns why Google's emulator is skipped; undefined when it runs. */
export function googleAbsence(): string | undefined {
  const found = findGoogleBigtable();
  if (found === undefined) return "Google's emulator was not found (gcloud components install bigtable)";
  return 'endpoint' in found
    ? "Google's emulator is not a process of ours, whose time could be read"
    : undefined;
}

export async function startGoogle(): Promise<Contestant> {
  const google = await startGoogleProcess();
  if (google.pid === undefined) throw new Error(googleAbsence());
  return { name: 'Google', endpoint: google.endpoint, pid: google.pid, stop: () => google.stop() };
}

/** Starts what the embedded server is built on, alone (`floor-server.ts`), for the loads with a floor. */
export async function startFloor(dataDir: string): Promise<Contestant> {
  const child = new Child(join(__dirname, 'floor-server.ts'), { args: [dataDir] });
  const endpoint = await child.ask<string>();
  return { name: 'floor', endpoint, pid: child.pid, stop: () => child.stop() };
}

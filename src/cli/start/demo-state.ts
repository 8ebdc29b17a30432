/** State of loading the demo, in a file of the data folder: written before the first event, and again at the end. */
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { replaceFile } from '../../platform/files/replace-file';

/** Returns undefined when the file does not exist. */
export function readDemoState<State>(path: string): State | undefined {
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as State) : undefined;
}

/** Replaces the file atomically, since the process may be killed at any moment. */
export function writeDemoState(path: string, state: object): void {
  mkdirSync(dirname(path), { recursive: true });
  replaceFile(path, `${JSON.stringify(state)}\n`);
}

/** Notes in the data folder on what of the demo has been loaded: written before the first event, and again at the end. */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

export function readDemoState<Note>(path: string): Note | undefined {
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Note) : undefined;
}

/** Whole or not at all, whenever the process is killed. */
export function writeDemoState(path: string, note: object): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(`${path}.tmp`, `${JSON.stringify(note)}\n`);
  renameSync(`${path}.tmp`, path);
}

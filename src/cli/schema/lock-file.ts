import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { compareSchemas, type SchemaSnapshot } from '../../core/schema/schema-lock';
import { invalidArgument } from '../../errors';

/**
 * Returns the lock in a file, or undefined when the file does not exist. Throws `invalid_argument` when its text is not
 * a lock that can be compared with the current schema.
 */
export function readSchemaLock(path: string, current: SchemaSnapshot): SchemaSnapshot | undefined {
  if (!existsSync(path)) return undefined;
  const lock = parse(path) as Partial<SchemaSnapshot> | null;
  const parts = [lock?.dataTypes, lock?.messages, lock?.enums];
  if (lock?.version !== 1 || parts.some((part) => typeof part !== 'object')) {
    throw invalidArgument('--lock', `${path} is not a schema lock of version 1`);
  }
  return comparable(path, lock as SchemaSnapshot, current);
}

/** Throws `invalid_argument` for a lock whose parts have another form: comparing it throws a `TypeError`. */
function comparable(path: string, lock: SchemaSnapshot, current: SchemaSnapshot): SchemaSnapshot {
  try {
    compareSchemas(lock, current);
    return lock;
  } catch (cause) {
    if (!(cause instanceof TypeError)) throw cause;
    throw invalidArgument('--lock', `${path} is corrupted: ${cause.message}`);
  }
}

function parse(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (cause) {
    throw invalidArgument('--lock', `${path} cannot be read as JSON: ${(cause as Error).message}`);
  }
}

function formatSchemaLock(snapshot: SchemaSnapshot): string {
  return `${JSON.stringify(snapshot, null, 2)}\n`;
}

export function writeSchemaLock(path: string, snapshot: SchemaSnapshot): void {
  writeFileSync(path, formatSchemaLock(snapshot));
}

import { readFileSync } from 'node:fs';

/**
 * File descriptors not used for client connections: reserved for the admin listener, the store, issuers, logs and
 * files.
 */
const RESERVED_DESCRIPTORS = 256;

/**
 * Returns how many descriptors this process may have open, or undefined where the system does not report it as Linux
 * does. node has raised the soft limit to the hard one by then.
 */
export function descriptorLimit(limitsFile = '/proc/self/limits'): number | undefined {
  let limits: string;
  try {
    limits = readFileSync(limitsFile, 'latin1');
  } catch {
    return undefined;
  }
  const soft = /^Max open files +(\d+)/m.exec(limits)?.[1];
  return soft === undefined ? undefined : Number(soft);
}

/**
 * Returns how many connections clients may have, at most `configured`, so that the process never runs out of
 * descriptors because of them: 256 are reserved, or half of them where there are fewer than 512. Without any left, the
 * system resets each new connection, those to the admin listener included, and refuses every connection to the store.
 */
export function connectionsWithin(limit: number | undefined, configured: number): number {
  if (limit === undefined) return configured;
  return Math.min(configured, Math.max(1, limit - Math.min(RESERVED_DESCRIPTORS, Math.ceil(limit / 2))));
}

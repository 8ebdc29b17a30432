import { hostname } from 'node:os';
import type { Random } from '../random';

/** Returns `<host>.<pid>.<6 hex digits>`, a name that is unique to one run of a process in the fleet. */
export function processName(random: Random): string {
  const run = Math.floor(random() * 2 ** 24);
  return `${hostname()}.${process.pid}.${run.toString(16).padStart(6, '0')}`;
}

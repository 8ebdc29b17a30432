import { hostname } from 'node:os';
import type { Random } from '../random';

/** `<host>.<pid>.<6 hex digits>`: one run of this process, among all processes of a fleet, as its operators look for it. */
export function processName(random: Random): string {
  const run = Math.floor(random() * 2 ** 24);
  return `${hostname()}.${process.pid}.${run.toString(16).padStart(6, '0')}`;
}

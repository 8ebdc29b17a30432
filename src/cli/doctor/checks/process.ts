/** Checks of the machine: Node.js, memory and disk. */
import { accessSync, constants, existsSync, statfsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { DEFAULTS } from '../../../config/defaults';
import type { ProcessMemory } from '../../../platform/process/process-memory';
import { failed, ok, warning, type CheckFinding } from '../check';

const { nodeVersionMin, nodeMajorMaintained } = DEFAULTS.doctor;

/** Checks a version of Node.js, such as `24.1.0`. */
export function checkNode(version: string): CheckFinding {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [majorMin, minorMin] = nodeVersionMin;
  if (major < majorMin || (major === majorMin && minor < minorMin))
    return failed(
      `Node.js ${version} is too old`,
      `install Node.js 24 (the oldest that works is ${majorMin}.${minorMin})`,
    );
  if (major < nodeMajorMaintained)
    return warning(`Node.js ${version} gets no security fixes`, 'install Node.js 24');
  return ok(`Node.js ${version}`);
}

/** Checks that the heaps of a service's processes fit into the memory. */
export function checkMemory(
  { limitBytes, heapLimitBytes }: Pick<ProcessMemory, 'limitBytes' | 'heapLimitBytes'>,
  workers: number,
): CheckFinding {
  const { memoryBesideHeapBytes, memoryBytesLow } = DEFAULTS.doctor;
  const has = `${mib(limitBytes)} of memory`;
  if (limitBytes < memoryBytesLow)
    return warning(`${has}, which is little`, `give the machine or container ${mib(memoryBytesLow)} or more`);
  // Several workers get a smaller heap each, unless an operator chose one.
  if (workers === 1 && heapLimitBytes + memoryBesideHeapBytes > limitBytes)
    return warning(
      `${has}, but the heap may grow to ${mib(heapLimitBytes)}`,
      `set NODE_OPTIONS=--max-old-space-size=${Math.floor((limitBytes - memoryBesideHeapBytes) / MIB)}`,
    );
  return ok(`${has}, heap up to ${mib(heapLimitBytes)}`);
}

/** Free space of a disk, in bytes. */
export type FreeSpace = (folder: string) => number;

/** Returns the space that this user may use on the disk of a folder. */
export const freeSpaceOf: FreeSpace = (folder) => {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
};

/** Checks that a folder, or the one that it will be created in, can be written and has space. */
export function checkDisk(folder: string, use: string, freeSpace: FreeSpace): CheckFinding {
  const path = resolve(folder);
  const existing = nearestExisting(path);
  try {
    accessSync(existing, constants.W_OK | constants.X_OK);
  } catch (error) {
    return failed(
      `${existing}, for ${use}, cannot be written: ${(error as Error).message}`,
      'change its owner or mode',
    );
  }
  const bytes = freeSpace(existing);
  const { diskFreeBytesMin, diskFreeBytesLow } = DEFAULTS.doctor;
  const detail = `${mib(bytes)} free at ${path}, for ${use}`;
  const remedy = 'free space, or use a folder on another disk';
  if (bytes < diskFreeBytesMin) return failed(detail, remedy);
  return bytes < diskFreeBytesLow ? warning(detail, remedy) : ok(detail);
}

function nearestExisting(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : nearestExisting(dirname(path));
}

const MIB = 1024 * 1024;
const mib = (bytes: number): string => `${Math.floor(bytes / MIB)} MiB`;

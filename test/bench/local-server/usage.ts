import { readFileSync } from 'node:fs';

/** Resource usage of a process, including all threads, from the kernel. Linux only. */
export interface Usage {
  readonly cpuMicros: number;
  readonly residentBytes: number;
}

/** The kernel's unit: sysconf(_SC_CLK_TCK) is 100 on every machine. */
const TICK_MICROS = 10_000;
const PAGE_BYTES = 4_096;

export function usageOf(pid: number): Usage {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The second field is the program's name in parentheses, which may contain anything; the third is its state.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const field = (number: number): number => Number(fields[number - 3]);
  return { cpuMicros: (field(14) + field(15)) * TICK_MICROS, residentBytes: field(24) * PAGE_BYTES };
}

/** Returns the difference, at least half of the kernel's unit. */
export function cpuMicrosBetween(before: Usage, after: Usage): number {
  return Math.max(after.cpuMicros - before.cpuMicros, TICK_MICROS / 2);
}

/** Waits until the process is idle, so that deferred work (compaction, garbage collection) is counted. */
export async function settled(pid: number): Promise<Usage> {
  let usage = usageOf(pid);
  for (let wait = 0; wait < WAITS_MAX; wait++) {
    await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
    const later = usageOf(pid);
    if (later.cpuMicros === usage.cpuMicros) return later;
    usage = later;
  }
  return usage;
}

const WAIT_MS = 50;
const WAITS_MAX = 60;

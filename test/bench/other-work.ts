/** Processor time of a machine that went to other processes than those of the benchmark. Linux only. */
import { readdirSync, readFileSync } from 'node:fs';

/** Unit of the kernel's processor times, in milliseconds. */
const TICK_MS = 10;
/** Columns of the first line of `/proc/stat`: user, nice, system, interrupts, and time of other machines on the host. */
const NOT_IDLE = [1, 2, 3, 6, 7, 8];

/** Returns the time since the start of the machine that went to others, in milliseconds; 0 if the kernel does not report it. */
export function othersMs(): number {
  try {
    const machine = readFileSync('/proc/stat', 'utf8').split('\n', 1)[0]!.split(/ +/).map(Number);
    return NOT_IDLE.reduce((sum, at) => sum + machine[at]! * TICK_MS, 0) - ownMs();
  } catch {
    return 0;
  }
}

interface ProcessTime {
  readonly parent: number;
  readonly usedMs: number;
}

/** Returns the time of this process and its descendants. */
function ownMs(): number {
  const all = new Map<number, ProcessTime>();
  for (const name of readdirSync('/proc')) if (/^\d+$/.test(name)) all.set(Number(name), timeOf(name));
  const isOwn = (pid: number): boolean =>
    pid === process.pid || (all.has(pid) && isOwn(all.get(pid)!.parent));
  return [...all].reduce((sum, [pid, { usedMs }]) => sum + (isOwn(pid) ? usedMs : 0), 0);
}

function timeOf(pid: string): ProcessTime {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the program's name in parentheses, which may contain anything; the third is its state.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return {
      parent: Number(fields[1]),
      usedMs: (Number(fields[11]) + Number(fields[12])) * TICK_MS,
    };
  } catch {
    // The process has ended meanwhile.
    return { parent: 0, usedMs: 0 };
  }
}

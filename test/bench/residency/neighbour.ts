/**
 * Uses as much processor time as a mover, at the same priority, and does not touch the store: it shows what any other
 * process does to the latency of reads on the same machine.
 */
import { yieldToOthers } from '../../../src/platform/process/priority';
import { answerMessages } from '../answer-messages';

export interface NeighbourRequest {
  /** Share of one core, from 0 to 1, that it uses; 0 to end. */
  readonly share: number;
}

/** Time without a pause, in milliseconds. */
const WORK_MS = 1;

yieldToOthers();
let share = 0;

async function work(): Promise<void> {
  let [usedMs, sinceMs] = [0, performance.now()];
  while (share > 0) {
    const startMs = performance.now();
    if (usedMs < share * (startMs - sinceMs)) {
      const { user, system } = process.cpuUsage();
      while (performance.now() - startMs < WORK_MS);
      const after = process.cpuUsage();
      usedMs += (after.user + after.system - user - system) / 1_000;
      await new Promise((resolve) => setImmediate(resolve));
    } else {
      await new Promise((resolve) => setTimeout(resolve, WORK_MS));
    }
    // What was not used in the last second is not made up for.
    if (startMs - sinceMs > 1_000) [usedMs, sinceMs] = [0, startMs];
  }
}

function use(request: NeighbourRequest): void {
  const isWorking = share > 0;
  share = request.share;
  if (!isWorking) void work();
}

answerMessages(use, 'ready');

import type { RequestKind, LoadRequest } from './requests';
import type { Answer, Sender } from './sender';
import { LatencyTally, type EndedRequest } from './tally';

export interface LoadOptions {
  readonly ratePerSecond: number;
  /** Sent at the same rate, and not counted. */
  readonly warmUpMs: number;
  readonly durationMs: number;
  /** Requests that may be waited for at once; more are not sent, and counted as `not_sent`. */
  readonly inFlightMax: number;
  readonly next: () => LoadRequest;
  readonly sender: Sender;
  /** Ends the load early; what is in flight is waited for. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
}

export interface Progress {
  readonly elapsedMs: number;
  readonly all: LatencyTally;
  readonly inFlight: number;
}

export interface LoadResult {
  readonly all: LatencyTally;
  readonly byKind: ReadonlyMap<RequestKind, LatencyTally>;
  /** Duration of the measured part, from the due time of the first request to that of the last, or to an early end. */
  readonly elapsedMs: number;
  readonly interrupted: boolean;
}

const PROGRESS_MS = 200;

/** Largest normal delay of a one-millisecond timer. Longer delays are caused by the server or by this process. */
const TIMER_MS = 2;

/**
 * An open loop: requests become due at a constant rate, whatever becomes of those before, as users come. How long one takes is
 * counted from when it was due; a client that sends the next one only after an answer waits with the server, and hides its
 * pauses (Gil Tene, "How NOT to Measure Latency": coordinated omission).
 */
export async function runLoad(load: LoadOptions): Promise<LoadResult> {
  const run = new OpenLoop(load);
  const startMs = performance.now();
  let reportedMs = startMs;
  while (!run.isOver && load.signal?.aborted !== true) {
    const nowMs = performance.now();
    run.sendDue(nowMs - startMs, startMs);
    if (nowMs - reportedMs >= PROGRESS_MS) {
      reportedMs = nowMs;
      load.onProgress?.(run.progress(nowMs - startMs));
    }
    await tick();
  }
  const elapsedMs = performance.now() - startMs;
  await run.answered();
  return run.result(elapsedMs);
}

/** Timers take a millisecond at least: what becomes due meanwhile is sent together. */
const tick = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 1));

class OpenLoop {
  readonly #load: LoadOptions;
  readonly #all = new LatencyTally();
  readonly #byKind = new Map<RequestKind, LatencyTally>();
  readonly #inFlight = new Set<Promise<void>>();
  #sent = 0;

  constructor(load: LoadOptions) {
    this.#load = load;
  }

  get #count(): number {
    const { ratePerSecond, warmUpMs, durationMs } = this.#load;
    return Math.round((ratePerSecond * (warmUpMs + durationMs)) / 1_000);
  }

  get isOver(): boolean {
    return this.#sent >= this.#count;
  }

  /** Sends the requests that are due at this time of the load. */
  sendDue(elapsedMs: number, startMs: number): void {
    const { ratePerSecond, warmUpMs } = this.#load;
    while (!this.isOver) {
      const dueMs = (this.#sent * 1_000) / ratePerSecond;
      if (dueMs > elapsedMs) return;
      this.#sent += 1;
      const isOnTime = elapsedMs - dueMs < TIMER_MS;
      this.#send(startMs + (isOnTime ? elapsedMs : dueMs), dueMs >= warmUpMs);
    }
  }

  #send(dueMs: number, isCounted: boolean): void {
    const { sender, next, inFlightMax } = this.#load;
    const request = next();
    const end = (answer: Answer): void => {
      if (isCounted) this.#tell(request.kind, { ...answer, dueMs, endMs: performance.now() });
    };
    if (this.#inFlight.size >= inFlightMax) return end({ outcome: 'not_sent', sentMs: undefined });
    const ended = sender.send(request).then((answer) => {
      this.#inFlight.delete(ended);
      end(answer);
    });
    this.#inFlight.add(ended);
  }

  #tell(kind: RequestKind, ended: EndedRequest): void {
    const tally = this.#byKind.get(kind) ?? new LatencyTally();
    this.#byKind.set(kind, tally);
    tally.add(ended);
    this.#all.add(ended);
  }

  progress(elapsedMs: number): Progress {
    return { elapsedMs, all: this.#all, inFlight: this.#inFlight.size };
  }

  async answered(): Promise<void> {
    await Promise.all(this.#inFlight);
  }

  result(elapsedMs: number): LoadResult {
    const counted = Math.max(0, Math.min(elapsedMs - this.#load.warmUpMs, this.#load.durationMs));
    return { all: this.#all, byKind: this.#byKind, elapsedMs: counted, interrupted: !this.isOver };
  }
}

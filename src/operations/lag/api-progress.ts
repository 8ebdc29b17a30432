import { DelayTracker } from '../../core/lag/delay-tracker';
import type { Clock } from '../../platform/time/clock';
import type { IngestEvents, IngestInput, IngestOutcome } from '../events/ingest-events';
import type { ProgressUpdate } from './progress-reporter';

/**
 * Progress of requests with events. An answer acknowledges its events, so only requests in flight are pending:
 * progress is the arrival time of the oldest of them.
 */
export class ApiProgress {
  readonly #clock: Clock;
  readonly #delays: DelayTracker;
  /** Requests in the order of their arrival, which a Set preserves. */
  readonly #inFlight = new Set<{ readonly arrivedMs: number }>();

  constructor(clock: Clock, limits: { readonly observedMs: number }) {
    this.#clock = clock;
    this.#delays = new DelayTracker(limits.observedMs);
  }

  /** Returns the operation with its requests tracked. */
  trackRequests(ingestEvents: IngestEvents): IngestEvents {
    return async (inputs, options) => {
      const request = { arrivedMs: this.#clock.nowMs() };
      this.#inFlight.add(request);
      try {
        const answer = await ingestEvents(inputs, options);
        this.#recordDelays(inputs, answer.outcomes, request.arrivedMs);
        return answer;
      } finally {
        this.#inFlight.delete(request);
      }
    };
  }

  currentProgress(): ProgressUpdate {
    const nowMs = this.#clock.nowMs();
    const [oldest] = this.#inFlight;
    return {
      settledUpToMs: Math.min(nowMs, oldest?.arrivedMs ?? nowMs),
      heldMessages: this.#inFlight.size,
      ...this.#delays.report(this.#clock.monotonicMs()),
    };
  }

  #recordDelays(inputs: readonly IngestInput[], outcomes: readonly IngestOutcome[], arrivedMs: number): void {
    const delays = this.#delays.startBatch(this.#clock.nowMs(), this.#clock.monotonicMs());
    inputs.forEach((input, at) => {
      if ('error' in input || outcomes[at]!.status !== 'accepted') return;
      delays.recordEvent(input.event.eventTimeMs, arrivedMs);
    });
  }
}

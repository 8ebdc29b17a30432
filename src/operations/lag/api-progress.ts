import { DelayTracker } from '../../core/lag/delay-tracker';
import type { Clock } from '../../platform/time/clock';
import type { IngestEvents, IngestInput, IngestOutcome } from '../events/ingest-events';
import type { ProgressUpdate } from './progress-reporter';

/**
 * How far requests with events are. The answer acknowledges them, so what is not settled is what requests in flight have
 * brought: the process is as far as the arrival of the oldest of them.
 */
export class ApiProgress {
  readonly #clock: Clock;
  readonly #delays: DelayTracker;
  /** In the order of their arrival, as a Set keeps it. */
  readonly #inFlight = new Set<{ readonly arrivedMs: number }>();

  constructor(clock: Clock, limits: { readonly observedMs: number }) {
    this.#clock = clock;
    this.#delays = new DelayTracker(limits.observedMs);
  }

  /** The operation, observed. */
  trackRequests(ingestEvents: IngestEvents): IngestEvents {
    return async (inputs, options) => {
      const request = { arrivedMs: this.#clock.nowMs() };
      this.#inFlight.add(request);
      try {
        const answer = await ingestEvents(inputs, options);
        this.#note(inputs, answer.outcomes, request.arrivedMs);
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

  #note(inputs: readonly IngestInput[], outcomes: readonly IngestOutcome[], arrivedMs: number): void {
    const delays = this.#delays.startBatch(this.#clock.nowMs(), this.#clock.monotonicMs());
    inputs.forEach((input, at) => {
      if ('error' in input || outcomes[at]!.status !== 'accepted') return;
      delays.recordEvent(input.event.eventTimeMs, arrivedMs);
    });
  }
}

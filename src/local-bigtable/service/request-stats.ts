import type { Clock } from '../../platform/time/clock';
import { data } from '../encoding/proto';

/** Counts the rows and cells of a read, for requests that want statistics (ReadRowsRequest.request_stats_view). */
export class RequestStats {
  readonly #clock: Clock;
  readonly #startedMs: number;
  #rowsSeen = 0;
  #rowsReturned = 0;
  #cellsSeen = 0;
  #cellsReturned = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#startedMs = clock.monotonicMs();
  }

  /** Counts a row and its cells before and after the filter. */
  count(cellsSeen: number, cellsReturned: number): void {
    this.#rowsSeen++;
    this.#cellsSeen += cellsSeen;
    this.#cellsReturned += cellsReturned;
    if (cellsReturned > 0) this.#rowsReturned++;
  }

  /** Encodes the field of ReadRowsResponse for the stream's last message. */
  encoded(): Buffer {
    const micros = Math.round((this.#clock.monotonicMs() - this.#startedMs) * 1000);
    const frontendServerLatency = { seconds: Math.floor(micros / 1e6), nanos: (micros % 1e6) * 1000 };
    const fullReadStatsView = {
      readIterationStats: {
        rowsSeenCount: this.#rowsSeen,
        rowsReturnedCount: this.#rowsReturned,
        cellsSeenCount: this.#cellsSeen,
        cellsReturnedCount: this.#cellsReturned,
      },
      requestLatencyStats: { frontendServerLatency },
    };
    return Buffer.from(data.ReadRowsResponse.encode({ requestStats: { fullReadStatsView } }).finish());
  }
}

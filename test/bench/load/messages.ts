/** Messages between a benchmark and its load process. */

/** One HTTP request. */
export interface LoadMessage {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** Media type of the answer. Default: any. */
  readonly accept?: string;
  /** JSON text; absent for a GET. */
  readonly body?: string;
}

/** Task of the load process: the same requests in turn, over this number of connections. */
export interface LoadRequest {
  readonly port: number;
  readonly messages: readonly LoadMessage[];
  readonly connections: number;
  readonly durationMs: number;
  /**
   * Rate of an open loop: each request begins when it is due, whether or not earlier ones are answered. Absent: a closed loop, in
   * which each connection sends the next request as soon as it has the answer to the one before.
   */
  readonly perSecond?: number;
  /** Time to wait for answers after the end, in milliseconds. Default: 20 s. */
  readonly patienceMs?: number;
}

export interface LoadResult {
  /** Answers by their status. */
  readonly statuses: Readonly<Record<number, number>>;
  /** Requests that the service shed: answers with status 429 or 503. */
  readonly shed: number;
  /** Requests that were due. */
  readonly due: number;
  /** Those of them that were not answered in the end: their connection was closed, or they took too long. */
  readonly unanswered: number;
  /** Rate of the requests that were due, per second. */
  readonly offeredPerSecond: number;
  /**
   * Rate of the answers with status 200, per second: of an open loop those that came before its end, of a closed loop all, up to the
   * last one. The wait for missing answers is not part of the time.
   */
  readonly answeredPerSecond: number;
  /** Latencies of the answers with status 200, from the due time of each request, ascending, in milliseconds. */
  readonly latenciesMs: readonly number[];
  /** The same answers of an open loop; empty for a closed one. */
  readonly answers: readonly Answer[];
}

/** Times at which a request was due, was sent, and was answered: milliseconds since the Unix epoch. */
export interface Answer {
  readonly dueMs: number;
  readonly sentMs: number;
  readonly doneMs: number;
}

/** In the order in which events pass them: `filter` and `consumer` read subscriptions, `api` takes requests. */
export const STAGES = ['filter', 'consumer', 'api'] as const;
export type Stage = (typeof STAGES)[number];

/** How far one process of a stage of ingestion is, by itself. Times are milliseconds since the Unix epoch. */
export interface StageReport {
  readonly stage: Stage;
  /** An id of this run of the process. */
  readonly process: string;
  /** The subscription that it reads; empty for `api`. */
  readonly source: string;
  /** When it told this, by its clock. */
  readonly atMs: number;
  /** When its last words may have been, where only earlier ones are kept; absent: those are its last ones. */
  readonly lastReportedByMs?: number;
  /** In order: what it held is settled, or handed back. */
  readonly ended: boolean;
  /**
   * All that was published before then (events of requests: had arrived) and was to come to it is durable, as far as can be
   * told from the order in which messages come.
   */
  readonly settledUpToMs: number;
  /** Held now; with `ended`: handed back, for others. */
  readonly heldMessages: number;
  readonly eventsPerSecond: number;
  /** Ages of events when they had been written. */
  readonly eventLagP50Ms: number;
  readonly eventLagP99Ms: number;
  /** From publication to durability. */
  readonly deliveryLagP50Ms: number;
  readonly deliveryLagP99Ms: number;
  /** From an event to its publication, or arrival; undefined where no event was looked into. */
  readonly producerDelayP99Ms: number | undefined;
  /** What waits in the subscription for whichever process, where that is known. */
  readonly backlogMessages?: number;
  readonly backlogAgeSeconds?: number;
}

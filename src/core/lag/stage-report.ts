/** Stages in the order in which events pass them: `filter` and `consumer` read subscriptions, `api` serves requests. */
export const STAGES = ['filter', 'consumer', 'api'] as const;
export type Stage = (typeof STAGES)[number];

/** Progress of one process of an ingestion stage. Times are milliseconds since the Unix epoch. */
export interface StageReport {
  readonly stage: Stage;
  /** Id of this run of the process. */
  readonly process: string;
  /** Subscription that it reads. Empty for `api`. */
  readonly source: string;
  /** Time of the report, by the process's clock. */
  readonly atMs: number;
  /** Latest possible time of its last report, if only earlier reports are kept. Absent: this is the last report. */
  readonly lastReportedByMs?: number;
  /** Whether the process ended in order: its messages are settled or nacked. */
  readonly ended: boolean;
  /**
   * Everything published (for requests: arrived) before this time and destined for this process is durable, as
   * estimated from the order of messages.
   */
  readonly settledUpToMs: number;
  /** Number of outstanding messages. With `ended`: number of nacked messages. */
  readonly heldMessages: number;
  readonly eventsPerSecond: number;
  /** Ages of events when they became durable. */
  readonly eventLagP50Ms: number;
  readonly eventLagP99Ms: number;
  /** Delays from publication to durability. */
  readonly deliveryLagP50Ms: number;
  readonly deliveryLagP99Ms: number;
  /** Delay from the event to its publication or arrival. Undefined if no event was decoded. */
  readonly producerDelayP99Ms: number | undefined;
  /** Messages that wait in the subscription for any process. Absent if unknown. */
  readonly backlogMessages?: number | undefined;
  readonly backlogAgeSeconds?: number | undefined;
}

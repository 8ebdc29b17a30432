/** Limits for the evaluation of reports. The defaults are in `DEFAULTS.lag`. */
export interface LagLimits {
  /** Time without a report after which a process counts as dead, in milliseconds. */
  readonly deadAfterMs: number;
  /** Time after the death of a process until its messages have been redelivered to others, in milliseconds. */
  readonly redeliveredAfterMs: number;
  /** Maximum allowance for the producers' delay, in milliseconds. */
  readonly producerDelayMaxMs: number;
  /**
   * Minimum age of a backlog that is considered, in milliseconds. Younger ages mean nothing, since their source is
   * minutes old.
   */
  readonly backlogAgeFromMs: number;
  /** Time by which counts may be incomplete before an alarm is raised, in milliseconds. */
  readonly alarmMs: number;
}

/** `DEFAULTS.lag` of the configuration: what judging reports needs of it. */
export interface LagLimits {
  /** A process that has told nothing for so long is taken for dead. */
  readonly deadAfterMs: number;
  /** After the death of a process its messages have come to others. */
  readonly redeliveredAfterMs: number;
  /** Up to so much of what producers take is allowed for. */
  readonly producerDelayMaxMs: number;
  /** Backlogs of which less is told say nothing: what tells them is minutes old. */
  readonly backlogAgeFromMs: number;
  /** There is an alarm when counts are complete only up to so long ago. */
  readonly alarmMs: number;
}

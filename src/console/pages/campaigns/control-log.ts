/** The control log of a campaign: changes of its pacing state, with reasons. */

/** Version of a campaign's `pacing_change`, in the JSON form of the API. Zero values are absent. */
export interface StoredChange {
  readonly timestampMs: number;
  readonly value: {
    readonly state?: {
      readonly day?: string;
      readonly state?: string;
      readonly passShare?: number;
      readonly reason?: string;
      readonly unitsPurchased?: string;
      readonly count?: number;
      readonly unitsPerSecond?: number;
      readonly completeUpToMs?: string;
      readonly decidedAtMs?: string;
      readonly epoch?: string;
    };
  };
}

export interface LogEntry {
  readonly decidedAtMs: number;
  readonly state: string;
  readonly passShare: number;
  readonly reason: string;
  /** Explanation of the reason. */
  readonly meaning: string;
  readonly count: number;
  readonly unitsPurchased: number;
  readonly unitsPerSecond: number;
  /** Age of the counts at the time of the decision, in milliseconds. Undefined if unknown. */
  readonly countAgeMs: number | undefined;
  readonly epoch: number;
}

/** Meanings of the reasons; docs/pacing.md has them, too. */
const MEANINGS: Readonly<Record<string, string>> = {
  on_pace: 'No limit needed',
  ahead_of_pace: 'It would exceed its plan, or its remaining units',
  units_expected: 'Not all units are counted, but they must be expected to be delivered',
  units_delivered: 'All units are counted',
  threshold_reached: 'The share of the threshold is counted',
  paused: 'Paused by a person',
  counts_stale: 'Counts are too old or unknown',
  no_flight: 'The flight is over, or the campaign was deleted',
  controller_silent: 'No controller decides',
};

export function reasonMeaning(reason: string): string {
  return MEANINGS[reason] ?? reason.replaceAll('_', ' ');
}

/** Returns the entries of stored changes, the latest first. */
export function controlLog(changes: readonly StoredChange[]): readonly LogEntry[] {
  return changes
    .map(({ timestampMs, value: { state = {} } }) => {
      const decidedAtMs = Number(state.decidedAtMs ?? timestampMs);
      const completeUpToMs = Number(state.completeUpToMs ?? 0);
      const reason = state.reason ?? '';
      return {
        decidedAtMs,
        state: state.state ?? '',
        passShare: state.passShare ?? 0,
        reason,
        meaning: reasonMeaning(reason),
        count: state.count ?? 0,
        unitsPurchased: Number(state.unitsPurchased ?? 0),
        unitsPerSecond: state.unitsPerSecond ?? 0,
        countAgeMs: completeUpToMs === 0 ? undefined : Math.max(0, decidedAtMs - completeUpToMs),
        epoch: Number(state.epoch ?? 0),
      };
    })
    .sort((a, b) => b.decidedAtMs - a.decidedAtMs);
}

/**
 * Reference fatigue features, as simple as possible: each number by a pass of its own over plain events. Shares no code
 * with the product, and is slow on purpose.
 */

export interface PlainEvent {
  readonly action: string;
  readonly timeMs: number;
  /** Ids by dimension name, such as `adId`. */
  readonly dimensions: Readonly<Record<string, string | undefined>>;
}

export interface ReferenceSpec {
  /** Name of each level and of its dimension, outermost first. */
  readonly levels: readonly (readonly [string, string])[];
  readonly actions: readonly string[];
  readonly windows: Readonly<Record<string, number>>;
  readonly halfLives: Readonly<Record<string, number>>;
  readonly scales: Readonly<Record<string, number>>;
  readonly lookbackMs: number;
  readonly rate?: { clicks: string; impressions: string; prior?: { impressions: number; rate: number } };
  readonly passes?: (event: PlainEvent) => boolean;
}

/** Values by feature name. NaN where no number exists. */
export function referenceFeatures(
  events: readonly PlainEvent[],
  spec: ReferenceSpec,
  query: { readonly candidate: Readonly<Record<string, string>>; readonly asOfMs: number },
): Record<string, number> {
  const { asOfMs, candidate } = query;
  const features: Record<string, number> = {};
  for (const [level, dimension] of spec.levels) {
    const id = candidate[dimension];
    const about = events.filter(
      ({ dimensions, timeMs }) =>
        dimensions[dimension] === id && timeMs < asOfMs && timeMs >= asOfMs - spec.lookbackMs,
    );
    const of = (action: string): readonly PlainEvent[] =>
      about.filter((event) => event.action === action && (spec.passes?.(event) ?? true));
    const known = (value: () => number): number => (id === undefined ? NaN : value());
    for (const action of spec.actions) {
      const name = `${level}.${action}`;
      for (const [window, ms] of Object.entries(spec.windows)) {
        features[`${name}.count.${window}`] = known(() => within(of(action), asOfMs - ms));
      }
      const times = of(action).map(({ timeMs }) => timeMs);
      features[`${name}.lastSeenSeconds`] = known(() =>
        times.length === 0 ? NaN : (asOfMs - Math.max(...times)) / 1_000,
      );
      for (const [half, ms] of Object.entries(spec.halfLives)) {
        features[`${name}.decay.${half}`] = known(() =>
          sum(times.map((time) => 0.5 ** ((asOfMs - time) / ms))),
        );
      }
      for (const [scale, ms] of Object.entries(spec.scales)) {
        features[`${name}.inverse.${scale}`] = known(() =>
          sum(times.map((time) => 1 / (1 + (asOfMs - time) / ms))),
        );
      }
    }
    if (spec.rate === undefined) continue;
    const { clicks, impressions, prior = { impressions: 0, rate: 0 } } = spec.rate;
    for (const [window, ms] of Object.entries(spec.windows)) {
      const clicked = within(of(clicks), asOfMs - ms) + prior.impressions * prior.rate;
      const shown = within(of(impressions), asOfMs - ms) + prior.impressions;
      features[`${level}.ctr.${window}`] = known(() => (shown > 0 ? clicked / shown : NaN));
    }
  }
  return features;
}

function within(events: readonly PlainEvent[], fromMs: number): number {
  return events.filter(({ timeMs }) => timeMs >= fromMs).length;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

import type { Clock } from '../../platform/time/clock';
import type { LabelledValue, Metrics } from '../../platform/telemetry/metrics';
import type { PacingControllerObserver } from './pacing-controller';
import { countOverDelivered, shareOfUnits, StarvationDetector } from './delivered-units';
import type { PacingRound } from './pacing-session';

/** What the pacing controller of this process does, as metrics. Of one that is not in office there are no states. */
export function observePacing(
  metrics: Metrics,
  clock: Clock,
  trafficShape: readonly number[] = [],
): PacingControllerObserver {
  const starvation = new StarvationDetector(clock, trafficShape);
  let epoch: number | undefined;
  let round: PacingRound | undefined;
  let endedAtMs: number | undefined;
  const tally = (name: string, description: string, ...labels: string[]) =>
    metrics.counter({ name: `tidemark.pacing.${name}`, description }, labels);
  const rounds = tally('rounds', 'Rounds of decisions, by whether they could be made', 'outcome');
  const takeovers = tally('takeovers', 'How often this process came into office');
  const losses = tally('leadership_losses', 'How often this process was in office and then not any more');
  const changes = tally('changes', 'Changes of campaigns that were published', 'state', 'reason');
  const tellingFailures = tally('publish.failures', 'Changes that could not be told at once', 'how');
  const roundSeconds = metrics.latency('tidemark.pacing.round.duration', 'Time of a round of decisions');
  const toldSeconds = metrics.latency(
    'tidemark.pacing.publication.duration',
    'Time from the begin of a round until all its changes are told',
    ['how'],
  );
  const gauge = (name: string, description: string, read: () => number): void =>
    metrics.gauge(`tidemark.pacing.${name}`, description, read);
  gauge('is_leader', 'Whether this process is in office: 1 or 0', () => Number(epoch !== undefined));
  gauge('epoch', 'Term of office; 0: not in office', () => epoch ?? 0);
  gauge('decision.age', 'Milliseconds since the last round; 0: not in office', () =>
    endedAtMs === undefined ? 0 : clock.monotonicMs() - endedAtMs,
  );
  gauge('utilisation', "Share of the day's units that are delivered, those beyond left out", () =>
    shareOfUnits(round, ({ count, unitsPurchased }) => Math.min(count, unitsPurchased)),
  );
  gauge('over_delivery', "Units delivered beyond those purchased, as a share of the day's", () =>
    shareOfUnits(round, ({ count, unitsPurchased }) => Math.max(0, count - unitsPurchased)),
  );
  gauge('campaigns.over_delivered', 'Campaigns more than 1 % over what is purchased for the day', () =>
    countOverDelivered(round),
  );
  gauge(
    'campaigns.starved',
    'Campaigns let in for an hour and more that have less than half of what is due by now',
    () => starvation.count(round),
  );
  const about = {
    description: 'Campaigns, by state and reason',
    labels: ['state', 'reason'],
    absentValue: 0,
  };
  metrics.gauges({ name: 'tidemark.pacing.campaigns', ...about }, () => campaignsByState(round));
  return {
    onElected(taken) {
      epoch = taken;
      endedAtMs = clock.monotonicMs();
      takeovers(1);
    },
    onDeposed() {
      [epoch, round, endedAtMs] = [undefined, undefined, undefined];
      losses(1);
    },
    onRound(ended) {
      rounds(1, 'decided');
      roundSeconds.record(ended.durationMs / 1_000);
      for (const { state, reason } of ended.changed) changes(1, state, reason);
      if (epoch !== undefined) [round, endedAtMs] = [ended, clock.monotonicMs()];
    },
    onRoundFailed: () => rounds(1, 'failed'),
    onPublished: (how, durationMs) => toldSeconds.record(durationMs / 1_000, { how }),
    onPublishFailed: (how) => tellingFailures(1, how),
  };
}

function campaignsByState(round: PacingRound | undefined): readonly LabelledValue[] {
  const counts = new Map<string, { value: number; readonly labels: LabelledValue['labels'] }>();
  for (const { state, reason } of round?.states ?? []) {
    const known = counts.get(`${state} ${reason}`) ?? { value: 0, labels: { state, reason } };
    known.value += 1;
    counts.set(`${state} ${reason}`, known);
  }
  return [...counts.values()];
}

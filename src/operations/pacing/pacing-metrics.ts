import type { Clock } from '../../platform/time/clock';
import type { LabelledValue, Metrics } from '../../platform/telemetry/metrics';
import type { PacingControllerObserver } from './pacing-controller';
import { countOverDelivered, shareOfUnits, StarvationDetector } from './delivered-units';
import type { PacingRound } from './pacing-session';

/** Exports the work of this process's pacing controller as metrics. Only the leader has states. */
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
  const rounds = tally('rounds', 'Rounds of decisions, by outcome', 'outcome');
  const takeovers = tally('takeovers', 'Times that this process became the leader');
  const losses = tally('leadership_losses', 'Times that this process ceased to be the leader');
  const changes = tally('changes', 'Published changes of campaign states', 'state', 'reason');
  const publishFailures = tally(
    'publish.failures',
    'Flushes of changed states that failed and are retried, by channel',
    'how',
  );
  const roundSeconds = metrics.latency('tidemark.pacing.round.duration', 'Duration of a round of decisions');
  const publicationSeconds = metrics.latency(
    'tidemark.pacing.publication.duration',
    'Time from the start of a round until all its changes are published',
    ['how'],
  );
  const gauge = (name: string, description: string, read: () => number): void =>
    metrics.gauge(`tidemark.pacing.${name}`, description, read);
  gauge('is_leader', 'Whether this process is the pacing leader: 1 or 0', () => Number(epoch !== undefined));
  gauge('epoch', 'Epoch of the leadership term; 0 when this process is not the leader', () => epoch ?? 0);
  gauge('decision.age', 'Milliseconds since the last round; 0 when this process is not the leader', () =>
    endedAtMs === undefined ? 0 : clock.monotonicMs() - endedAtMs,
  );
  gauge(
    'utilisation',
    'Delivered units as a share of the units purchased for the day, over-delivery excluded',
    () => shareOfUnits(round, ({ count, unitsPurchased }) => Math.min(count, unitsPurchased)),
  );
  gauge('over_delivery', 'Over-delivered units as a share of the units purchased for the day', () =>
    shareOfUnits(round, ({ count, unitsPurchased }) => Math.max(0, count - unitsPurchased)),
  );
  gauge(
    'campaigns.over_delivered',
    'Campaigns with over 1 % more units delivered than purchased for the day',
    () => countOverDelivered(round),
  );
  gauge(
    'campaigns.starved',
    'Campaigns admitted for an hour or more with less than half of the units due by now',
    () => starvation.count(round),
  );
  const about = {
    description: 'Campaigns, by state and reason',
    labels: ['state', 'reason'],
    absentValue: 0,
  };
  metrics.gauges({ name: 'tidemark.pacing.campaigns', ...about }, () => campaignsByState(round));
  return {
    onElected(electedEpoch) {
      epoch = electedEpoch;
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
    onPublished: (channel, durationMs) => publicationSeconds.record(durationMs / 1_000, { how: channel }),
    onPublishFailed: (channel) => publishFailures(1, channel),
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

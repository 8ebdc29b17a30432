import type { ErrorCode } from '../../errors';
import type { Logger } from '../../platform/telemetry/logger';
import type { Metrics } from '../../platform/telemetry/metrics';
import type { BatchReport } from './batch-report';
import { tallyingObserver, type ConsumerTally } from './consumer-tally';
import type { ConsumerObserver, EventConsumer } from './event-consumer';
import type { LeaseObserver } from './message-leases';
import type { EventSubscriber } from './subscriber';

/** Counts, logs and measures the work of a consumer. Events themselves are counted where they are ingested. */
export function observeConsumer(
  tally: ConsumerTally,
  { logger, metrics }: { readonly logger: Logger; readonly metrics: Metrics },
): ConsumerObserver & LeaseObserver {
  const counted = tallyingObserver(tally);
  const measured = measuredBatches(metrics);
  const countDeadLetter = deadLetterCounter(metrics);
  const message = (outcome: string): void => metrics.events.add(1, { source: 'pubsub', outcome });
  return {
    onBatch(report) {
      counted.onBatch?.(report);
      measured(report);
      if (report.failed > 0) logger.warn(report, 'batch failed; its messages are redelivered');
      else logger.debug(report, 'batch written');
    },
    onFiltered() {
      counted.onFiltered?.();
      message('filtered');
    },
    onConsent() {
      counted.onConsent?.();
      message('consent');
    },
    onDeadLettered(reason) {
      counted.onDeadLettered?.(reason);
      message('dead_lettered');
      countDeadLetter(reason);
      logger.info({ reason }, 'message dead-lettered');
    },
    onAckFailed(error, messages) {
      counted.onAckFailed?.(error, messages);
      logger.warn({ err: error, messages }, 'acknowledgements were lost; the messages are redelivered');
    },
    onFault: (error) => logger.error({ err: error }, 'consumer error; its messages are redelivered'),
  };
}

/**
 * Common reasons for dead-lettering. Their counters start at 0, because an alert on an increase needs an earlier
 * sample.
 */
const USUAL_REASONS: readonly ErrorCode[] = [
  ...(['invalid_argument', 'malformed_body', 'unsupported_media_type', 'unknown_data_type'] as const),
  ...(['unknown_action', 'unknown_dimension', 'unknown_campaign', 'value_too_large'] as const),
  ...(['event_too_old', 'event_in_future', 'no_consent', 'store_rejected'] as const),
  ...(['location_required', 'wrong_region'] as const),
];

function deadLetterCounter(metrics: Metrics): (reason: ErrorCode) => void {
  const about = { name: 'tidemark.consumer.dead_letters', description: 'Dead-lettered messages, by reason' };
  const letters = metrics.counter(about, ['reason']);
  for (const reason of USUAL_REASONS) letters(0, reason);
  return (reason) => letters(1, reason);
}

function measuredBatches(metrics: Metrics): (report: BatchReport) => void {
  let last: BatchReport | undefined;
  const batch = metrics.latency('tidemark.consumer.batch.duration', 'Time to write a batch of events');
  const delivery = metrics.latency(
    'tidemark.consumer.delivery.duration',
    'Time from the publication of the oldest message of a batch until it was written',
  );
  metrics.gauges(
    {
      name: 'tidemark.consumer.event_lag',
      description: 'Age of the oldest and newest event of the last batch',
      unit: 's',
      labels: ['event'],
      absentValue: 0,
    },
    () => [
      { labels: { event: 'oldest' }, value: (last?.oldestEventLagMs ?? 0) / 1_000 },
      { labels: { event: 'newest' }, value: (last?.newestEventLagMs ?? 0) / 1_000 },
    ],
  );
  return (report) => {
    last = report;
    batch.record(report.durationMs / 1_000);
    delivery.record(report.deliveryLagMs / 1_000);
  };
}

/** Registers gauges that are read at each collection of metrics. */
export function registerConsumerGauges(
  metrics: Metrics,
  { consumer, subscriber }: { readonly consumer: EventConsumer; readonly subscriber: EventSubscriber },
): void {
  metrics.gauge(
    'tidemark.consumer.oldest_unacked',
    'Age of the oldest message not yet acknowledged, in seconds',
    () => consumer.lag().oldestUnackedMs / 1_000,
  );
  metrics.gauge(
    'tidemark.consumer.outstanding_messages',
    'Messages received and not yet acknowledged',
    () => subscriber.held().messages,
  );
  metrics.gauge(
    'tidemark.consumer.outstanding_bytes',
    'Bytes of the messages received and not yet acknowledged',
    () => subscriber.held().bytes,
  );
}

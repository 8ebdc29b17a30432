import { emptyConsumerTally } from '../../../../src/ingest/pubsub/consumer-tally';
import { observeConsumer } from '../../../../src/ingest/pubsub/consumer-telemetry';
import { createMetrics } from '../../../../src/platform/telemetry/metrics';
import { memoryLogger } from '../../../support/memory-logger';

describe('The metrics of a consumer', () => {
  it('counters of dead letters start at 0 for each common reason, so that an alert sees the first one', async () => {
    const metrics = await createMetrics({ resource: {}, target: undefined, intervalMs: 60_000 });
    const { logger } = memoryLogger();
    const observer = observeConsumer(emptyConsumerTally(), { logger, metrics });
    const deadLetterCounts = async (): Promise<Record<string, string>> => {
      const found = (await metrics.prometheus()).matchAll(
        /^tidemark_consumer_dead_letters_total\{reason="(\w+)"\} (\d+)$/gm,
      );
      return Object.fromEntries([...found].map(([, reason, count]) => [reason!, count!]));
    };
    const before = await deadLetterCounts();
    expect(before).toMatchObject({ malformed_body: '0', no_consent: '0', event_too_old: '0' });
    observer.onDeadLettered?.('no_consent');
    expect(await deadLetterCounts()).toEqual({ ...before, no_consent: '1' });
    await metrics.shutdown();
  });
});

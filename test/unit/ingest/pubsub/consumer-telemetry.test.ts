import { emptyConsumerTally } from '../../../../src/ingest/pubsub/consumer-tally';
import { observeConsumer } from '../../../../src/ingest/pubsub/consumer-telemetry';
import { createMetrics } from '../../../../src/platform/telemetry/metrics';
import { memoryLogger } from '../../../support/memory-logger';

describe('the metrics of a consumer', () => {
  it('begin at 0 for why messages are put aside: an alert sees the first one', async () => {
    const metrics = await createMetrics({ resource: {}, target: undefined, intervalMs: 60_000 });
    const { logger } = memoryLogger();
    const observer = observeConsumer(emptyConsumerTally(), { logger, metrics });
    const told = async (): Promise<Record<string, string>> => {
      const found = (await metrics.prometheus()).matchAll(
        /^tidemark_consumer_dead_letters_total\{reason="(\w+)"\} (\d+)$/gm,
      );
      return Object.fromEntries([...found].map(([, reason, count]) => [reason!, count!]));
    };
    const before = await told();
    expect(before).toMatchObject({ malformed_body: '0', no_consent: '0', event_too_old: '0' });
    observer.onDeadLettered?.('no_consent');
    expect(await told()).toEqual({ ...before, no_consent: '1' });
    await metrics.shutdown();
  });
});

import { loadSchema } from '../../src/codec/declarations/schema-registry';
import { EMPTY_TOKEN } from '../../src/core/tokens/write-token';
import { DEFAULTS } from '../../src/config/defaults';
import type { BatchReport } from '../../src/ingest/pubsub/batch-report';
import type { DeadLetter } from '../../src/ingest/pubsub/message-delivery';
import { EventConsumer, type EventConsumerDependencies } from '../../src/ingest/pubsub/event-consumer';
import type { IngestInput, IngestOutcome } from '../../src/operations/events/ingest-events';
import { systemClock, type Clock } from '../../src/platform/time/clock';
import { systemRandom } from '../../src/platform/random';
import { click, encodeEvent } from './events';

export const NOW = Date.now();

export interface ConsumerHarness {
  readonly consumer: EventConsumer;
  /** Acks and nacks of messages, in order: `<name> <ack or nack>`. */
  readonly settled: string[];
  readonly batches: (readonly IngestInput[])[];
  readonly letters: DeadLetter[];
  readonly faults: unknown[];
  readonly reports: BatchReport[];
  take(name: string, data?: Buffer, attributes?: Record<string, string>): void;
}

type HarnessOptions = Partial<EventConsumerDependencies['limits']> & {
  readonly clock?: Clock;
  readonly dependencies?: Partial<EventConsumerDependencies>;
};

/** A consumer whose events go to a function in place of the store. */
export function harness(
  ingest: (inputs: readonly IngestInput[]) => Promise<readonly IngestOutcome[]> = accept,
  { clock = systemClock, dependencies = {}, ...changes }: HarnessOptions = {},
): ConsumerHarness {
  const batches: (readonly IngestInput[])[] = [];
  const [settled, letters, faults, reports] = [
    [] as string[],
    [] as DeadLetter[],
    [] as unknown[],
    [] as BatchReport[],
  ];
  const consumer = new EventConsumer({
    ingest: async (inputs) => {
      batches.push(inputs);
      return { outcomes: await ingest(inputs), token: EMPTY_TOKEN };
    },
    schema: loadSchema(),
    clock,
    random: systemRandom,
    limits: { ...DEFAULTS.pubsub, ...DEFAULTS.events, batchEvents: 3, batchDelayMs: 5, ...changes },
    deadLetter: async (letter) => void letters.push(letter),
    observer: { onFault: (fault) => faults.push(fault), onBatch: (report) => reports.push(report) },
    ...dependencies,
  });
  const take: ConsumerHarness['take'] = (name, data = encodeEvent(click(NOW - 60_000)), attributes = {}) =>
    consumer.handle({
      data,
      attributes,
      publishTimeMs: NOW - 5_000,
      ack: () => settled.push(`${name} ack`),
      nack: () => settled.push(`${name} nack`),
    });
  return { consumer, settled, batches, letters, faults, reports, take };
}

export async function accept(inputs: readonly IngestInput[]): Promise<readonly IngestOutcome[]> {
  return inputs.map((input) =>
    'error' in input ? { status: 'rejected', error: input.error } : { status: 'accepted' },
  );
}

export async function closed({ consumer }: ConsumerHarness): Promise<void> {
  consumer.close();
  await consumer.drain();
}

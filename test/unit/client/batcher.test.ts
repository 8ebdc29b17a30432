import type { FailedEvent } from '../../../src/client/index';
import { json, problem, scriptedClient, type SentRequest } from '../../support/scripted-fetch';

interface AdEvent {
  readonly userId: string;
  readonly action: 'click';
  readonly eventTime: number;
}

const event = (userId: string): AdEvent => ({ userId, action: 'click', eventTime: 1 });
const eventsOf = ({ body }: SentRequest): string[] =>
  (body as { readonly events: readonly AdEvent[] }).events.map(({ userId }) => userId);
const written = (): Response => json({ written: 1, duplicatesInRequest: 0, errors: [], token: 'T' });
const nothingFails = (failures: readonly FailedEvent<unknown>[]): void => expect(failures).toEqual([]);

describe('A batcher of events', () => {
  it('events wait for others until a batch is full or the delay has passed', async () => {
    const { client, clock, sent } = scriptedClient(written);
    const batcher = client.events.batcher({ maxEvents: 2, maxDelayMs: 100, onFailed: nothingFails });
    for (const id of ['a', 'b', 'c']) await batcher.add(event(id));
    await clock.advance(99);
    expect(sent.map(eventsOf)).toEqual([['a', 'b']]);
    await clock.advance(1);
    expect(sent.map(eventsOf)).toEqual([['a', 'b'], ['c']]);
    expect([batcher.pending, clock.pending]).toEqual([0, 0]);
  });

  it('a producer waits while too many events are pending', async () => {
    const answers: ((response: Response) => void)[] = [];
    const { client, clock } = scriptedClient(() => new Promise((resolve) => answers.push(resolve)));
    const batcher = client.events.batcher({
      maxEvents: 1,
      maxPending: 2,
      maxRequests: 1,
      onFailed: nothingFails,
    });
    await batcher.add(event('a'));
    await batcher.add(event('b'));
    let isAdded = false;
    const third = batcher.add(event('c')).then(() => (isAdded = true));
    await clock.advance(1_000);
    expect([isAdded, batcher.pending, answers.length]).toEqual([false, 2, 1]);
    answers[0]?.(written());
    await third;
    expect([batcher.pending, answers.length]).toEqual([2, 2]);
  });

  it('flush and close wait until everything is written, and nothing is accepted afterwards', async () => {
    const { client, sent } = scriptedClient(written);
    const batcher = client.events.batcher({ maxEvents: 2, maxRequests: 1, onFailed: nothingFails });
    for (const id of ['a', 'b', 'c', 'd', 'e']) await batcher.add(event(id));
    await batcher.flush();
    expect([sent.flatMap(eventsOf), batcher.pending]).toEqual([['a', 'b', 'c', 'd', 'e'], 0]);
    await batcher.add(event('f'));
    await batcher.close();
    expect(sent.flatMap(eventsOf)).toContain('f');
    await expect(batcher.add(event('g'))).rejects.toMatchObject({ code: 'batcher_closed' });
  });

  it('invalid events of a batch, and all events of one that fails, are reported with their errors', async () => {
    const errors = [{ index: 1, code: 'event_too_old', message: 'is too old', retryable: false }];
    const { client } = scriptedClient((_request, index) =>
      index === 0
        ? json({ written: 1, duplicatesInRequest: 0, errors, token: 'T' })
        : problem(403, 'permission_denied'),
    );
    const failed: string[] = [];
    const onFailed = (failures: readonly FailedEvent<{ readonly userId: string }>[]): void => {
      for (const each of failures) failed.push(`${each.event.userId}: ${each.error.code}`);
    };
    const batcher = client.events.batcher({ maxEvents: 2, onFailed });
    for (const id of ['a', 'b', 'c', 'd']) await batcher.add(event(id));
    await batcher.close();
    expect(failed).toEqual(['b: event_too_old', 'c: permission_denied', 'd: permission_denied']);
  });

  it('a failure that passes is retried and reported to no caller', async () => {
    const { client, clock, sent } = scriptedClient((_request, index) =>
      index === 0 ? problem(503, 'overloaded') : written(),
    );
    const batcher = client.events.batcher({ maxEvents: 1, onFailed: nothingFails });
    await batcher.add(event('a'));
    await clock.advance(1_000);
    expect([sent.map(eventsOf), batcher.pending]).toEqual([[['a'], ['a']], 0]);
  });

  it('a limit below one is rejected', () => {
    const { client } = scriptedClient(written);
    const make = (): unknown => client.events.batcher({ maxEvents: 0, onFailed: nothingFails });
    expect(make).toThrow('must be a whole number of at least 1');
  });
});

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readBacklog } from '../../../../src/ingest/lag/subscription-backlog';
import { VirtualClock } from '../../../support/virtual-clock';

/** Answers like Cloud Monitoring's `timeSeries.list`, newest point first. */
const ANSWERS: Record<string, unknown> = {
  num_undelivered_messages: [{ points: [point('1234'), point('9')] }],
  oldest_unacked_message_age: [{ points: [point('61')] }],
};

function point(int64Value: string): object {
  return { interval: { endTime: '2026-01-01T00:00:00Z' }, value: { int64Value } };
}

describe('The backlog of a subscription', () => {
  let server: Server;
  let endpoint: string;
  const asked: URL[] = [];
  let answers = ANSWERS;

  beforeAll(async () => {
    server = createServer((request, response) => {
      const url = new URL(request.url!, 'http://monitoring');
      asked.push(url);
      const metric = Object.keys(ANSWERS).find((name) =>
        url.searchParams.get('filter')!.includes(`/${name}"`),
      );
      response.end(JSON.stringify({ timeSeries: answers[metric!], unit: '1' }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });

  afterAll(() => server.close());

  const read = () =>
    readBacklog({
      subscription: 'projects/p1/subscriptions/clicks',
      clock: new VirtualClock(Date.UTC(2026, 0, 1, 0, 10)),
      getJson: async (url) => (await fetch(url)).json(),
      endpoint,
    });

  it('it is the latest value of Cloud Monitoring', async () => {
    expect(await read()).toEqual({ messages: 1_234, oldestUnackedSeconds: 61 });
    expect(asked[0]!.pathname).toBe('/v3/projects/p1/timeSeries');
    const { filter, ...interval } = Object.fromEntries(asked[0]!.searchParams);
    expect(filter).toBe(
      'metric.type="pubsub.googleapis.com/subscription/num_undelivered_messages" AND resource.labels.subscription_id="clicks"',
    );
    expect(interval).toEqual({
      'interval.startTime': '2026-01-01T00:00:00.000Z',
      'interval.endTime': '2026-01-01T00:10:00.000Z',
    });
  });

  it('it is unknown while there is no value', async () => {
    answers = {};
    expect(await read()).toBeUndefined();
  });
});

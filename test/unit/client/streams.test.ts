import { json, problem, scriptedClient } from '../../support/scripted-fetch';

async function collected<T>(values: AsyncIterable<T>, max = Infinity): Promise<T[]> {
  const found: T[] = [];
  for await (const value of values) if (found.push(value) >= max) break;
  return found;
}

/** Body that arrives in these parts. `onCancel` runs if it is not read to its end. */
function bodyOf(parts: readonly (string | Uint8Array)[], onCancel?: () => void): Response {
  const left = [...parts];
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const part = left.shift();
        if (part === undefined) controller.close();
        else controller.enqueue(typeof part === 'string' ? new TextEncoder().encode(part) : part);
      },
      cancel: () => onCancel?.(),
    },
    { highWaterMark: 0 },
  );
  return new Response(stream, { headers: { 'content-type': 'application/x-ndjson' } });
}

describe('Iterators of the client', () => {
  it('an export yields its lines, however the bytes arrive', async () => {
    const bytes = new TextEncoder().encode('{"type":"subject","id":"ü"}\n{"type":"complete","lines":1}\n');
    // Each byte by itself: the two of a letter, too.
    const { client, clock } = scriptedClient(() => bodyOf(Array.from(bytes, (byte) => Uint8Array.of(byte))));
    const lines = await collected(client.subjects.export('u'));
    expect(lines).toEqual([
      { type: 'subject', id: 'ü' },
      { type: 'complete', lines: 1 },
    ]);
    expect(clock.pending).toBe(0);
  });

  it('a truncated export fails, and one that is left early is cancelled', async () => {
    const { client } = scriptedClient(() => bodyOf(['{"type":"subject"}\n']));
    await expect(collected(client.subjects.export('u'))).rejects.toMatchObject({ code: 'invalid_response' });
    let isCancelled = false;
    const onCancel = (): void => {
      isCancelled = true;
    };
    const other = scriptedClient(() => bodyOf(['{"type":"subject"}\n', '{"type":"subject"}\n'], onCancel));
    expect(await collected(other.client.subjects.export('u'), 1)).toHaveLength(1);
    expect([isCancelled, other.clock.pending]).toEqual([true, 0]);
  });

  it('a list requests one page after another, and no page that is not read', async () => {
    const pages = [
      { campaigns: [{ id: 'a' }, { id: 'b' }], nextPageToken: 'p 2' },
      { campaigns: [{ id: 'c' }] },
    ];
    const { client, sent } = scriptedClient(({ path }) => json(pages[path.includes('p+2') ? 1 : 0]));
    expect((await collected(client.campaigns.list({ pageSize: 2 }))).map(({ id }) => id)).toEqual([
      'a',
      'b',
      'c',
    ]);
    expect(sent.map(({ path }) => path)).toEqual([
      '/v1/campaigns?pageSize=2',
      '/v1/campaigns?pageSize=2&pageToken=p+2',
    ]);
    await collected(client.campaigns.list(), 2);
    expect(sent).toHaveLength(3);
  });

  it('a scan sends one request for each hundred users', async () => {
    const { client, sent } = scriptedClient(({ body }) => {
      const { users } = body as { readonly users: readonly string[] };
      return json({ users: users.map((userId) => ({ userId, counts: {} })) });
    });
    const ids = Array.from({ length: 250 }, (_, i) => `u${i}`);
    const users = await collected(client.counts.scan(ids, { actions: ['click'], windows: ['1d'] }));
    expect(users.map(({ userId }) => userId)).toEqual(ids);
    expect(sent.map(({ body }) => (body as { readonly users: readonly string[] }).users.length)).toEqual([
      100, 100, 50,
    ]);
  });

  it('the states of campaigns are yielded again when they change, until the caller stops', async () => {
    const controller = new AbortController();
    const { client, sent } = scriptedClient((_request, index) => {
      if (index === 1) return new Response(null, { status: 304 });
      return json({ sequence: index, campaigns: [] }, { headers: { etag: `"${index}"` } });
    });
    const sequences: number[] = [];
    const loop = async (): Promise<void> => {
      for await (const { sequence } of client.campaigns.watch({ signal: controller.signal })) {
        sequences.push(sequence);
        if (sequence === 2) controller.abort();
      }
    };
    await expect(loop()).rejects.toMatchObject({ code: 'cancelled' });
    expect(sequences).toEqual([0, 2]);
    expect(sent.map(({ path, headers }) => [path, headers['if-none-match']])).toEqual([
      ['/v1/campaigns/active', undefined],
      ['/v1/campaigns/active?wait=30000ms', '"0"'],
      ['/v1/campaigns/active?wait=30000ms', '"0"'],
    ]);
    expect(sent[1]?.headers).not.toHaveProperty('x-request-timeout-ms');
  });

  it('a long poll that fails for a while goes on', async () => {
    const { client, clock } = scriptedClient((_request, index) =>
      index === 1
        ? problem(503, 'draining')
        : json({ sequence: index, campaigns: [] }, { headers: { etag: '"x"' } }),
    );
    const states = collected(client.campaigns.watch(), 2);
    await clock.advance(1_000);
    expect((await states).map(({ sequence }) => sequence)).toEqual([0, 2]);
  });
});

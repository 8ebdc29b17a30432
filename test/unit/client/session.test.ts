import { json, problem, scriptedClient } from '../../support/scripted-fetch';

const cell = { corpus: 'users', id: 'u', dataType: 'profile', subType: 's' } as const;

const withToken = (token: string): Response =>
  json({ cells: [], errors: [] }, { headers: { 'tidemark-token': token } });

describe('Sessions of the client', () => {
  it('each call sends the token of the one before, and the text of a session continues it elsewhere', async () => {
    const { client, sent } = scriptedClient((_request, index) => withToken(`T${index}`));
    const session = client.session();
    expect(session.serialize()).toBe('');
    await session.objects.put({ ...cell, value: {} });
    await session.objects.getCell(cell);
    const text = session.serialize();
    const continued = client.session(text);
    await continued.objects.getCell(cell);
    expect(text).toBe('T1');
    expect(sent.map(({ headers }) => headers['tidemark-token'])).toEqual([undefined, 'T0', 'T1']);
    await client.objects.getCell(cell);
    expect(sent[3]?.headers).not.toHaveProperty('tidemark-token');
  });

  it('tokens of events are kept beside others until a read merges them', async () => {
    const { client, sent } = scriptedClient((_request, index) => withToken(`T${index}`));
    const session = client.session();
    await session.objects.put({ ...cell, value: {} });
    await session.events.write({ events: [] });
    await session.events.write({ events: [] });
    expect(session.serialize()).toBe('T0,T1,T2');
    await session.counts.query({ userId: 'u', actions: ['click'], windows: ['1d'] }, { token: 'own' });
    expect(sent[3]?.headers['tidemark-token']).toBe('T0, T1, T2, own');
    expect(session.serialize()).toBe('T3');
  });

  it('calls at the same time lose no token', async () => {
    const answers: ((response: Response) => void)[] = [];
    const { client, clock } = scriptedClient(() => new Promise((resolve) => answers.push(resolve)));
    const session = client.session('T');
    const calls = ['a', 'b'].map((id) => session.objects.put({ ...cell, id, value: {} }));
    await clock.advance(0);
    answers[1]?.(withToken('B'));
    await calls[1];
    answers[0]?.(withToken('A'));
    await calls[0];
    expect(session.serialize()).toBe('B,A');
  });

  it('an answer about absent data counts as a read, and a failure without a token changes nothing', async () => {
    const { client } = scriptedClient((_request, index) =>
      index === 0
        ? problem(404, 'object_not_found', { 'tidemark-token': 'A' })
        : problem(400, 'token_invalid'),
    );
    const session = client.session();
    expect(await session.objects.value(cell)).toBeUndefined();
    await expect(session.objects.value(cell)).rejects.toMatchObject({ code: 'token_invalid' });
    expect(session.serialize()).toBe('A');
  });

  it('a session holds a limited number of tokens, and a read makes room', async () => {
    const { client, sent } = scriptedClient((_request, index) => withToken(`T${index}`));
    const session = client.session();
    for (let write = 0; write < 12; write++) await session.events.write({ events: [] });
    await expect(session.events.write({ events: [] })).rejects.toMatchObject({ code: 'session_full' });
    expect(sent).toHaveLength(12);
    await session.objects.getCell(cell);
    await session.events.write({ events: [] });
  });

  it('a text that is no session is rejected', () => {
    const { client } = scriptedClient(() => withToken('T'));
    for (const text of ['a b', 'a\r\nb', 'a,,b', Array.from({ length: 13 }, () => 'T').join(',')]) {
      expect(() => client.session(text)).toThrow('is not a serialized session');
    }
  });
});

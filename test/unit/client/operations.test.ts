import { RETRYABLE_CODES, UNAPPLIED_CODES } from '../../../src/client/errors';
import { OPERATIONS, type OperationId } from '../../../src/client/operations';
import { ERROR_TABLE } from '../../../src/errors';
import { describedEndpoints } from '../../support/described-endpoints';
import { json, scriptedClient, type SentRequest } from '../../support/scripted-fetch';

const endpoints = describedEndpoints();

describe('Operations of the client', () => {
  it('the client has exactly the operations of the API, with their routes', () => {
    const ofClient = Object.entries(OPERATIONS).map(([id, { method, path }]) => `${id} ${method} ${path}`);
    const ofApi = endpoints.map(({ operationId, method, path }) => `${operationId} ${method} ${path}`);
    expect(ofClient.sort()).toEqual(ofApi.sort());
  });

  it('the client passes tokens to exactly the operations that accept them, and takes them from those that return them', () => {
    for (const { operationId, parameters = [], request, response } of endpoints) {
      const accepts = parameters.some(({ name }) => name === 'tidemark-token');
      const isRead = parameters.some(({ name }) => name === 'tidemark-consistency');
      const returns = response.headers?.includes('tidemark-token') === true;
      const expected = isRead ? 'read' : accepts ? 'write' : returns ? 'returns' : 'none';
      const { token } = OPERATIONS[operationId as OperationId];
      expect([operationId, token, request === undefined]).toEqual([
        operationId,
        expected,
        request === undefined,
      ]);
    }
  });

  it('the client retries exactly the codes that the server calls retryable, and failures to connect', () => {
    const retryable = Object.entries(ERROR_TABLE).filter(([, kind]) => kind.retryable);
    expect([...RETRYABLE_CODES].sort()).toEqual(
      [...retryable.map(([code]) => code), 'connection_failed'].sort(),
    );
    for (const code of UNAPPLIED_CODES) expect(RETRYABLE_CODES).toContain(code);
  });

  it('a method calls each operation, with all values in its path', async () => {
    const lines = '{"type":"complete","lines":0}\n';
    const { client, sent } = scriptedClient(({ path }: SentRequest) =>
      path.endsWith('/export')
        ? new Response(lines)
        : path.endsWith('/live')
          ? new Response('data: {"intervalMs":2000}\n\n')
          : json(
              { cells: [{}], campaigns: [], users: [], objects: [], errors: [] },
              { headers: { etag: '"1"' } },
            ),
    );
    const user = { corpus: 'users', id: 'a/b' } as const;
    const cell = { ...user, dataType: 'profile', subType: 'c d' } as const;
    const query = { actions: ['click'], windows: ['1d'] } as const;
    const select = [{ dataType: 'profile' }] as const;
    await client.events.write({ events: [] });
    await client.counts.query({ userId: 'u', ...query });
    await client.counts.batchQuery({ users: ['u'], ...query });
    await client.caps.check({ userId: 'u', candidates: [], rules: [] });
    await client.caps.release({ userId: 'u', reservations: [] });
    await client.features.fatigue({ userId: 'u', candidates: [] });
    await client.campaigns.active();
    await client.campaigns.put('c', { action: 'view', flights: [] });
    await client.campaigns.get('c');
    await client.campaigns.delete('c');
    await client.campaigns.count({ campaigns: ['c'] });
    for await (const campaign of client.campaigns.list()) expect(campaign).toBeUndefined();
    await client.objects.put({ ...cell, value: {} });
    await client.objects.getCell(cell);
    await client.objects.get(user);
    await client.objects.delete(cell);
    await client.objects.deleteAll(user);
    await client.objects.batchGet({ corpus: 'users', objects: [{ id: 'u', select }] });
    await client.locations.get({ group: 'users', objectId: 'u' });
    await client.locations.put({ group: 'users', objectId: 'u' }, { placement: 'eu' });
    await client.locations.move({ group: 'users', objectIds: ['u'], to: 'eu' });
    for await (const line of client.subjects.export('u')) expect(line.type).toBe('complete');
    await client.subjects.erase('u');
    await client.subjects.erasure('u');
    await client.subjects.consent('u');
    await client.subjects.setConsent('u', { ads_measurement: { granted: true } });
    await client.server.lag();
    await client.server.schema();
    await client.server.caller();
    await client.server.operations();
    await client.server.deadLetters();
    await client.server.replayDeadLetters();
    await client.console.context();
    for await (const snapshot of client.console.live()) expect(snapshot.intervalMs).toBeGreaterThan(0);
    await client.console.changeFaults({ action: 'reset' });
    await client.server.health();
    await client.server.readiness();
    await client.server.metrics();
    await client.server.openApi();
    await client.server.index();
    const called = sent.map(({ method, path }) => `${method} ${path}`);
    for (const [id, { method, path }] of Object.entries(OPERATIONS)) {
      const pattern = new RegExp(`^${method} ${path.replace(/\{\w+\}/g, '[^/{}]+')}$`);
      expect([id, called.filter((each) => pattern.test(each)).length > 0]).toEqual([id, true]);
    }
    expect(called).toContain('PUT /v1/corpora/users/objects/a%2Fb/profile/c%20d');
  });
});

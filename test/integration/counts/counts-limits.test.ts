import { createDataClient } from '../../../src/bigtable/client/data-client';
import { setCell } from '../../../src/bigtable/write/mutations';
import { createTransport } from '../../../src/bigtable/transport/create-transport';
import type { DataClient } from '../../../src/bigtable/client/types';
import { rowKey } from '../../../src/core/rows/row-key';
import { DEFAULTS } from '../../../src/config/defaults';
import type { LocalBigtable } from '../../../src/local-bigtable/index';
import { AD_ACTION, click, DAY_MS, encodeStoredEvent } from '../../support/events';
import { send, sendJson, type Answer } from '../../support/http-server';
import { startApp, startStore, type RunningApp } from '../../support/running-app';
import { startTcpProxy, type TcpProxy } from '../../support/tcp-proxy';

const BOT_EVENTS = 140_000;
const MUTATIONS = 50_000;
/** Bytes in flight when a stream is cancelled: its window and that of its connection. */
const UNDER_WAY_BYTES = DEFAULTS.bigtable.connectionWindowBytes;
const { corpus: table, family } = AD_ACTION;

describe('Users with too many events', () => {
  let store: LocalBigtable;
  let proxy: TcpProxy;
  let running: RunningApp;
  let client: DataClient;
  const now = Date.now();

  beforeAll(async () => {
    store = await startStore();
    proxy = await startTcpProxy(Number(store.endpoint.split(':')[1]));
    running = await startApp({ BIGTABLE_EMULATOR_HOST: proxy.endpoint }, { requestTimeoutMs: 20_000 });
    const transport = createTransport({ endpoint: store.endpoint, plaintext: true });
    const { project, instance } = DEFAULTS.bigtable;
    client = createDataClient({ transport, project, instance });
    await writeEvents('bot', { count: BOT_EVENTS, days: 12 });
    await writeEvents('heavy', { count: 20_000, days: 29 });
    await writeEvents('light', { count: 10, days: 1 });
    await writeLarge('large', 100, 400_000);
  });
  afterAll(async () => {
    await client.close();
    await running.app.drain();
    await proxy.close();
    await store.close();
  });

  /** Clicks of the last days, earliest first, so that the store only appends. */
  async function writeEvents(
    userId: string,
    { count, days }: { readonly count: number; readonly days: number },
  ): Promise<void> {
    const value = encodeStoredEvent(click(now));
    const stepMs = (days * 86_400_000) / count;
    for (let from = 0; from < count; from += MUTATIONS) {
      const mutations = Array.from({ length: Math.min(MUTATIONS, count - from) }, (_, i) => {
        const timeMs = Math.floor(now - 1_000 - (count - 1 - from - i) * stepMs);
        return setCell(family, qualifierOf(timeMs, from + i), timeMs * 1_000, value);
      });
      await client.mutateRow(table, { key: rowKey(userId), mutations }, { timeoutMs: 60_000 });
    }
  }

  /** Tidemark does not write such cells. */
  async function writeLarge(userId: string, count: number, bytes: number): Promise<void> {
    for (let i = 0; i < count; i++) {
      const cell = setCell(family, qualifierOf(now - 1_000, i), (now - 1_000) * 1_000, Buffer.alloc(bytes));
      await client.mutateRow(table, { key: rowKey(userId), mutations: [cell] });
    }
  }

  /** The name of a click, whose dedup windows are ten seconds long. */
  function qualifierOf(timeMs: number, unique: number): Buffer {
    const qualifier = Buffer.alloc(21);
    const seconds = Math.floor(timeMs / 1_000);
    qualifier.writeUInt32BE(seconds - (seconds % 10), 0);
    qualifier[4] = AD_ACTION.events.actions.find(({ name }) => name === 'click')!.code;
    qualifier.writeUInt32BE(unique, 5);
    return qualifier;
  }

  const ask = (userId: string, windows = ['30d']): Promise<Answer> =>
    sendJson(running.port, '/v1/counts:query', { userId, actions: ['click'], windows });

  it.each(['bot', 'large'])(
    'they are rejected, and no more of a %s is received than memory allows',
    async (userId) => {
      const before = proxy.receivedBytes;
      const { status, json } = await ask(userId);
      expect([status, json.code, json.field]).toEqual([422, 'too_many_events', 'userId']);
      expect(json.detail).toMatch(/use shorter windows, or compact the table/);
      const received = proxy.receivedBytes - before;
      expect(received).toBeLessThan(DEFAULTS.counts.eventBytesMax + UNDER_WAY_BYTES);
      const whole = userId === 'bot' ? BOT_EVENTS * 40 : 100 * 400_000;
      expect(received).toBeLessThan(whole);
    },
  );

  it('they are counted over windows with fewer events', async () => {
    const { status, json } = await ask('bot', ['1d']);
    expect([status, json.code]).toEqual([200, undefined]);
  });

  it('they are counted over half an hour of a day with too many events', async () => {
    const env = { BIGTABLE_EMULATOR_HOST: store.endpoint, TIDEMARK_COUNTS_EVENT_CELLS_MAX: '100' };
    const limited = await startApp(env);
    const noon = now - (now % DAY_MS) - DAY_MS / 2;
    const times = Array.from({ length: 200 }, (_, i) => noon - DAY_MS / 12 + i);
    const mutations = [...times, noon - 60_000].map((timeMs, i) =>
      setCell(family, qualifierOf(timeMs, i), timeMs * 1_000, encodeStoredEvent(click(now))),
    );
    await client.mutateRow(table, { key: rowKey('busy'), mutations });
    const asked = { userId: 'busy', actions: ['click'], asOf: noon };
    const answer = async (...windows: string[]): Promise<Answer['json']> =>
      (await sendJson(limited.port, '/v1/counts:query', { ...asked, windows })).json;
    expect(await answer('30m')).toMatchObject({ counts: { '30m': { total: 1 } } });
    expect(await answer('30m', '3h')).toMatchObject({ code: 'too_many_events' });
    await limited.app.drain();
  });

  it('a user with twenty thousand events is counted', async () => {
    expect((await ask('heavy')).json).toMatchObject({ counts: { '30d': { total: 20_000 } } });
  });

  it('a user with too many events fails no other user of a batch, read together or individually', async () => {
    const batch = (users: readonly string[]): Promise<Answer> =>
      sendJson(running.port, '/v1/counts:batchQuery', { users, actions: ['click'], windows: ['30d'] });
    const error = (at: number): object => ({
      error: expect.objectContaining({ code: 'too_many_events', field: `users[${at}]` }) as object,
    });
    const counts = (total: number): object => ({ counts: { '30d': { total } } });
    expect((await batch(['light', 'bot', 'heavy'])).json).toMatchObject({
      users: [{ userId: 'light', ...counts(10) }, { userId: 'bot', ...error(1) }, counts(20_000)],
    });
    expect((await batch(['bot', 'light', 'bot', 'light'])).json).toMatchObject({
      users: [error(0), counts(10), error(2), counts(10)],
    });
    expect((await batch(['light', 'large', 'heavy', 'bot'])).json).toMatchObject({
      users: [counts(10), { userId: 'large', ...error(1) }, counts(20_000), { userId: 'bot', ...error(3) }],
    });
  });

  it('an answer with too many counts has another error and is rejected before counting ends', async () => {
    const limited = await startApp({
      BIGTABLE_EMULATOR_HOST: store.endpoint,
      TIDEMARK_COUNTS_ANSWER_MAX: '100',
    });
    const answer = async (path: string, body: object): Promise<Answer['json']> =>
      (await sendJson(limited.port, path, { actions: ['click'], ...body })).json;
    const windowsOf = (count: number): string[] => Array.from({ length: count }, (_, i) => `${i + 1}m`);
    const one = { userId: 'light', groupBy: ['action'] };
    expect(await answer('/v1/counts:query', { ...one, windows: windowsOf(50) })).toHaveProperty('counts');
    const tooLarge = { status: 422, code: 'answer_too_large', field: 'groupBy' };
    const twice = { users: ['light', 'light'], groupBy: ['action'] };
    expect(await answer('/v1/counts:batchQuery', { ...twice, windows: windowsOf(50) })).toHaveProperty(
      'users',
    );
    expect(await answer('/v1/counts:batchQuery', { ...twice, windows: windowsOf(60) })).toMatchObject(
      tooLarge,
    );
    const levels = { ad: '*', campaign: '*' };
    const wide = { entities: levels, windows: windowsOf(64) };
    expect(await answer('/v1/counts:query', { ...one, ...wide })).toMatchObject(tooLarge);
    const users = ['light', 'heavy', 'light-too'];
    expect(await answer('/v1/counts:batchQuery', { users, ...wide })).toMatchObject(tooLarge);
    const wider = { entities: { ad: Array.from({ length: 3_000 }, (_, i) => `${i}`) }, windows: ['1m'] };
    expect(await answer('/v1/counts:query', { userId: 'light', ...wider })).toMatchObject({
      ...tooLarge,
      detail: expect.stringContaining('requires too many counts') as string,
    });
    await limited.app.drain();
  });

  it('they are counted in a metric of their own', async () => {
    const metrics = (await send(running.port, { path: '/metrics' })).body.toString();
    const [, value] = /^tidemark_users_too_many_events_total\{[^}]*data_type="ad_action"[^}]*\} (\d+)/m.exec(
      metrics,
    )!;
    expect(Number(value)).toBeGreaterThanOrEqual(4);
  });
});

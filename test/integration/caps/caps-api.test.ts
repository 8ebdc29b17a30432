import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tidemark } from '../../gen/tidemark';
import type { LocalBigtable } from '../../../src/local-bigtable/index';
import { send, type Answer } from '../../support/http-server';
import { runCommandLine } from '../../support/run-command';
import { startApp, startStore, type RunningApp } from '../../support/running-app';

const { CapCheck, CapCheckAnswer } = tidemark.v1;
const JSON_TYPE = { 'content-type': 'application/json' };
const PROTOBUF = { 'content-type': 'application/x-protobuf', accept: 'application/x-protobuf' };

const RULES = [
  { name: 'daily', level: 'campaign', actions: ['impression'], window: '1d', maximum: 2 },
  {
    name: 'on search',
    level: 'ad',
    actions: ['click'],
    window: '7d',
    maximum: 1,
    where: { viewType: ['search'] },
  },
  { name: 'never', level: 'advertiser', actions: ['impression'], window: '1h', maximum: 0 },
];
const CANDIDATES = [
  { id: 'one', adId: 'a1', campaignId: 'c1', advertiserId: 'v1', insertionId: 'i8' },
  { id: 'two', adId: 'a2', campaignId: 'c2', advertiserId: 'v2', insertionId: 'i9' },
];

describe('The API of frequency caps', () => {
  let store: LocalBigtable;
  let running: RunningApp;
  const startMs = Date.now() - 60_000;

  beforeAll(async () => {
    store = await startStore();
    running = await startApp({
      BIGTABLE_EMULATOR_HOST: store.endpoint,
    });
    const event = (insertionId: string, action: string, seconds: number) => ({
      userId: 'u1',
      action,
      adId: 'a1',
      campaignId: 'c1',
      viewType: 'search',
      insertionId,
      eventTime: startMs + seconds * 1_000,
    });
    const events = [event('i1', 'impression', 0), event('i2', 'impression', 5), event('i2', 'click', 9)];
    expect((await post('/v1/events', { events })).json).toMatchObject({ written: 3 });
  });
  afterAll(async () => {
    await running.app.drain();
    await store.close();
  });

  const post = (path: string, body: object): Promise<Answer> =>
    send(running.port, { method: 'POST', path, headers: JSON_TYPE, body: JSON.stringify(body) });
  const check = (more: object = {}): Promise<Answer> =>
    post('/v1/caps:check', { userId: 'u1', candidates: CANDIDATES, rules: RULES, ...more });
  const iso = (ms: number): string => new Date(ms).toISOString();
  const DAY_MS = 86_400_000;

  it('a blocked candidate has the blocking rules, their counts, and when each frees up', async () => {
    const answer = await check();
    expect(answer.status).toBe(200);
    expect(answer.json['candidates']).toEqual([
      {
        id: 'one',
        allowed: false,
        freesUpAt: null,
        blockedBy: [
          {
            rule: 'daily',
            level: 'campaign',
            entityId: 'c1',
            count: 2,
            maximum: 2,
            freesUpAt: iso(startMs + DAY_MS + 1),
          },
          {
            rule: 'on search',
            level: 'ad',
            entityId: 'a1',
            count: 1,
            maximum: 1,
            freesUpAt: iso(startMs + 9_000 + 7 * DAY_MS + 1),
          },
          {
            rule: 'never',
            level: 'advertiser',
            entityId: 'v1',
            count: 0,
            maximum: 0,
            freesUpAt: null,
          },
        ],
      },
      {
        id: 'two',
        allowed: false,
        freesUpAt: null,
        blockedBy: [expect.objectContaining({ rule: 'never' }) as unknown],
      },
    ]);
    const [first] = (await check({ rules: RULES.slice(0, 2) })).json['candidates'] as { freesUpAt: string }[];
    expect(first!.freesUpAt).toBe(iso(startMs + 9_000 + 7 * DAY_MS + 1));
  });

  it('the protobuf answer has the same content', async () => {
    const rules = RULES.map(({ window, where, ...rule }) => ({
      ...rule,
      rolling: window,
      ...(where !== undefined && { where: { viewType: { in: where.viewType } } }),
    }));
    const candidates = CANDIDATES.map(({ id, ...dimensions }) => ({ id, dimensions }));
    const body = Buffer.from(CapCheck.encode({ userId: 'u1', candidates, rules }).finish());
    const answer = await send(running.port, {
      method: 'POST',
      path: '/v1/caps:check',
      headers: PROTOBUF,
      body,
    });
    expect(answer.status).toBe(200);
    const message = CapCheckAnswer.toObject(CapCheckAnswer.decode(answer.body), { longs: Number });
    expect(message['candidates']).toEqual([
      {
        id: 'one',
        allowed: false,
        blockedBy: [
          {
            rule: 'daily',
            level: 'campaign',
            entityId: 'c1',
            count: 2,
            maximum: 2,
            freesUpAtMs: startMs + DAY_MS + 1,
          },
          {
            rule: 'on search',
            level: 'ad',
            entityId: 'a1',
            count: 1,
            maximum: 1,
            freesUpAtMs: startMs + 9_000 + 7 * DAY_MS + 1,
          },
          { rule: 'never', level: 'advertiser', entityId: 'v1', count: 0, maximum: 0 },
        ],
      },
      {
        id: 'two',
        allowed: false,
        blockedBy: [{ rule: 'never', level: 'advertiser', entityId: 'v2', count: 0, maximum: 0 }],
      },
    ]);
    expect(message['token']).toBe(answer.headers['tidemark-token']);
  });

  it('protobuf requests support calendars, reservations and instants', async () => {
    const base = {
      userId: 'u2',
      candidates: [{ dimensions: { campaignId: 'c1', insertionId: 'i1' } }],
      rules: [
        {
          level: 'campaign',
          actions: ['impression'],
          maximum: 1,
          calendar: { days: 1, timeZone: 'Asia/Jakarta' },
        },
      ],
    };
    const ask = async (more: object) => {
      const body = Buffer.from(CapCheck.encode({ ...base, ...more }).finish());
      const path = '/v1/caps:check';
      return CapCheckAnswer.decode(
        (await send(running.port, { method: 'POST', path, headers: PROTOBUF, body })).body,
      );
    };
    const { candidates } = await ask({ reserve: { action: 'impression', ttlSeconds: 30 } });
    expect(candidates[0]).toMatchObject({ allowed: true, remaining: 1 });
    expect(candidates[0]!.reservation?.id).toHaveLength(16);
    expect((await ask({})).candidates[0]!.blockedBy).toHaveLength(1);
    expect((await ask({ asOfMs: Date.now() })).candidates[0]).toMatchObject({ allowed: true });
  });

  it('a release removes reservations', async () => {
    const rules = [{ ...RULES[0]!, maximum: 1 }];
    const candidates = [{ campaignId: 'c9', insertionId: 'i1' }];
    const request = { userId: 'u3', candidates, rules, reserve: { action: 'impression', ttlSeconds: 60 } };
    const made = await check(request);
    const [{ reservation }] = made.json['candidates'] as [{ reservation: { id: string; expiresAt: string } }];
    expect(Date.parse(reservation.expiresAt)).toBe(Date.parse(made.json['asOf'] as string) + 60_000);
    const again = await check({ ...request, candidates: [{ campaignId: 'c9', insertionId: 'i2' }] });
    expect(again.json['candidates']).toMatchObject([{ allowed: false, blockedBy: [{ count: 1 }] }]);
    const released = await post('/v1/caps:release', { userId: 'u3', reservations: [reservation.id] });
    expect([released.status, released.json]).toEqual([
      200,
      { userId: 'u3', released: [reservation.id], notFound: [] },
    ]);
    expect((await check(request)).json['candidates']).toMatchObject([{ allowed: true }]);
    const counts = await post('/v1/counts:query', { userId: 'u3', actions: ['impression'], windows: ['1d'] });
    expect(counts.json).toMatchObject({ counts: { '1d': { total: 0 } } });
  });

  it.each([
    ['an unknown level', { rules: [{ ...RULES[0], level: 'brand' }] }, 'unknown_level', 'rules[0].level'],
    [
      'a candidate that lacks a level',
      { candidates: [{ adId: 'a1' }] },
      'invalid_argument',
      'candidates[0].campaignId',
    ],
    [
      'a reservation without a dedup dimension',
      { candidates: [{ ...CANDIDATES[0], insertionId: undefined }], reserve: { action: 'impression' } },
      'invalid_argument',
      'candidates[0].insertionId',
    ],
  ])('an error names the field of %s', async (_name, more, code, field) => {
    const { status, json } = await check(more);
    expect([status, json['code'], json['field']]).toEqual([400, code, field]);
  });

  it('a release with an invalid id is rejected with the id', async () => {
    const { status, json } = await post('/v1/caps:release', { userId: 'u1', reservations: ['x'] });
    expect([status, json['field']]).toEqual([400, 'reservations[0]']);
  });

  it('checks and reservations are counted in metrics', async () => {
    const metrics = (await send(running.port, { path: '/metrics' })).body.toString();
    expect(metrics).toMatch(
      /^tidemark_caps_candidates_total\{.*reserving="true".*outcome="allowed".*\} [1-9]/m,
    );
    expect(metrics).toMatch(/^tidemark_caps_blocked_total\{.*rule="daily".*level="campaign".*\} [1-9]/m);
    expect(metrics).toMatch(/^tidemark_caps_reservations_total\{.*outcome="made".*\} [1-9]/m);
    expect(metrics).toMatch(/^tidemark_caps_reservations_total\{.*outcome="released".*\} 1/m);
  });

  it('the command offers the same checks', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tidemark-caps-'));
    const file = join(folder, 'rules.json');
    writeFileSync(file, JSON.stringify({ rules: RULES.slice(0, 1) }));
    const env = { BIGTABLE_EMULATOR_HOST: store.endpoint };
    const args = [
      'caps',
      'check',
      '--user',
      'u4',
      '--rules',
      file,
      '--candidate',
      'campaignId=c1,insertionId=i1',
    ];
    const made = await runCommandLine([...args, '--reserve', 'impression', '--json'], { env });
    const [{ reservation }] = (JSON.parse(made.stdout) as { candidates: [{ reservation: { id: string } }] })
      .candidates;
    const table = await runCommandLine(args, { env });
    expect(table.stdout).toContain('1 left');
    const released = await runCommandLine(
      ['caps', 'release', '--user', 'u4', '--reservation', reservation.id],
      {
        env,
      },
    );
    expect(released.stdout).toBe(`${reservation.id}  released\n`);
    rmSync(folder, { recursive: true });
  });
});

import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startAppProcess, type AppProcess } from '../../support/app-process';
import {
  NO_HEARTBEATS,
  startConsistencyWorld,
  THREE_REGIONS,
  type ConsistencyWorld,
  type RegionApp,
} from '../../support/consistency-world';
import { send, type Answer } from '../../support/http-server';
import { startApp } from '../../support/running-app';

type Json = Readonly<Record<string, unknown>>;
interface Verdict {
  readonly allowed: boolean;
  readonly blockedBy?: readonly { readonly count: number }[];
  readonly reservation?: { readonly id: string };
}

const { tidemark } = THREE_REGIONS.instances;
/** The same topology with app profiles that allow transactions. */
const TRANSACTIONAL = {
  ...THREE_REGIONS,
  instances: {
    tidemark: {
      ...tidemark,
      appProfiles: {
        ...tidemark.appProfiles,
        'eu-caps': { cluster: 'eu-a', transactions: true },
        'us-caps': { cluster: 'us-a', transactions: true },
        'asia-caps': { cluster: 'asia-a', transactions: true },
      },
    },
  },
};

const REGIONS = ['eu', 'us', 'asia'];
const LINKS = [
  ['eu', 'us'],
  ['eu', 'asia'],
  ['us', 'asia'],
] as const;
const MAXIMUM = 5;
const RULE = { level: 'campaign', actions: ['impression'], window: '1d', maximum: MAXIMUM };

interface Sender {
  send(options: {
    method: string;
    path: string;
    headers: Record<string, string>;
    body: string;
  }): Promise<Answer>;
}

const post = (to: Sender, path: string, body: Json): Promise<Answer> =>
  to.send({
    method: 'POST',
    path,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

const candidate = (insertionId: string): Json => ({ adId: 'ad-1', campaignId: 'cmp-1', insertionId });

const reserve = (to: Sender, userId: string, insertionId: string, more: Json = {}): Promise<Answer> =>
  post(to, '/v1/caps:check', {
    userId,
    candidates: [candidate(insertionId)],
    rules: [RULE],
    reserve: { action: 'impression', ttlSeconds: 60 },
    ...more,
  });

const impression = (to: Sender, userId: string, insertionId: string): Promise<Answer> =>
  post(to, '/v1/events', {
    userId,
    action: 'impression',
    eventTime: Date.now(),
    viewType: 'home',
    ...candidate(insertionId),
  });

const verdictOf = ({ json }: Answer): Verdict => (json['candidates'] as readonly Verdict[])[0]!;

/** Number of events that count, as read in that region at that level. */
async function countOf(to: Sender, userId: string, level: string): Promise<number> {
  const rules = [{ ...RULE, maximum: 1 }];
  const body = { userId, candidates: [candidate('x')], rules, consistency: { level } };
  const answer = await post(to, '/v1/caps:check', body);
  expect(answer.status).toBe(200);
  return verdictOf(answer).blockedBy?.[0]?.count ?? 0;
}

describe('Frequency caps in three regions with slow replication', () => {
  let world: ConsistencyWorld;
  let apps: readonly RegionApp[];
  let userId: string;

  beforeAll(async () => {
    world = await startConsistencyWorld(TRANSACTIONAL);
    for (const [a, b] of LINKS) await world.delay(a, b, 15);
    apps = await world.readyApps(REGIONS, NO_HEARTBEATS);
  });
  beforeEach(() => (userId = randomUUID()));
  afterAll(() => world.close());

  it('100 concurrent requests get no more reservations than the maximum, and each event counts once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 100 }, async (_, i) => ({
        i,
        answer: await reserve(apps[i % 3]!, userId, `i${i}`),
      })),
    );
    expect(answers.map(({ answer }) => answer.status)).toEqual(Array(100).fill(200));
    const allowed = answers.filter(({ answer }) => verdictOf(answer).allowed);
    expect(allowed.length).toBe(MAXIMUM);
    // One cluster decides for all requests.
    const deciding = answers.map(({ answer }) => answer.headers['tidemark-cluster']);
    expect(new Set(deciding).size).toBe(1);
    for (const { i } of allowed) {
      expect((await impression(apps[(i + 1) % 3]!, userId, `i${i}`)).status).toBe(200);
      for (const app of apps) expect(await countOf(app, userId, 'strict')).toBe(MAXIMUM);
      const more = await reserve(apps[i % 3]!, userId, `more-${i}`, { consistency: { level: 'strict' } });
      expect(verdictOf(more).allowed).toBe(false);
    }
  });

  it('a strict check knows of an event that is not replicated yet', async () => {
    for (let i = 0; i < MAXIMUM; i++) await impression(apps[i % 3]!, userId, `i${i}`);
    for (const app of apps) {
      const answer = await reserve(app, userId, 'more', { consistency: { level: 'strict' } });
      expect(verdictOf(answer)).toMatchObject({ allowed: false, blockedBy: [{ count: MAXIMUM }] });
    }
  });

  it('all processes decide in the configured region', async () => {
    const pinned = await world.app('us', { ...NO_HEARTBEATS, TIDEMARK_CAPS_REGION: 'asia' });
    for (let user = 0; user < 8; user++) {
      const answer = await reserve(pinned, `${userId}-${user}`, 'i1');
      expect(answer.headers['tidemark-cluster']).toBe('asia-a');
    }
  });

  it('a region without a deciding cluster prevents the start', async () => {
    await expect(world.app('us', { TIDEMARK_CAPS_REGION: 'asiaa' })).rejects.toMatchObject({
      code: 'invalid_argument',
      field: 'TIDEMARK_CAPS_REGION',
      message: expect.stringContaining('asia') as string,
    });
  });

  it('users are spread over the clusters when no region is configured', async () => {
    const clusters = await Promise.all(
      Array.from({ length: 30 }, async (_, user) => {
        const answer = await reserve(apps[0]!, `${userId}-${user}`, 'i1');
        return answer.headers['tidemark-cluster'];
      }),
    );
    expect(new Set(clusters)).toEqual(new Set(['eu-a', 'us-a', 'asia-a']));
  });

  it('no other cluster decides while the deciding cluster is unavailable', async () => {
    const made = await reserve(apps[0]!, userId, 'i1');
    const cluster = String(made.headers['tidemark-cluster']);
    await world.stop(cluster);
    for (const app of apps) {
      const answer = await reserve(app, userId, 'i2');
      expect(answer.status).toBe(503);
      expect(['store_unavailable', 'deadline_exceeded']).toContain(answer.json['code']);
    }
    await world.heal();
    for (const [a, b] of LINKS) await world.delay(a, b, 15);
    const { id } = verdictOf(made).reservation!;
    const released = await post(apps[1]!, '/v1/caps:release', { userId, reservations: [id] });
    expect(released.json).toEqual({ userId, released: [id], notFound: [] });
  });

  it('reservations of a killed process count, whether or not their callers got the answer', async () => {
    const env = { ...world.env('eu'), ...NO_HEARTBEATS };
    const children = await Promise.all([0, 1].map(() => startAppProcess(env)));
    const answered: Verdict[] = [];
    const ask = async (child: AppProcess, i: number): Promise<void> => {
      const to: Sender = { send: (options) => send(child.port, options) };
      // Requests in flight at the kill get no answer.
      const answer = await reserve(to, userId, `i${i}`).catch(() => undefined);
      if (answer?.status === 200) answered.push(verdictOf(answer));
      if (answered.length === 1) children[0]!.signal('SIGKILL');
    };
    await Promise.all(Array.from({ length: 60 }, (_, i) => ask(children[i % 2]!, i)));
    const others = await Promise.all(
      Array.from({ length: 20 }, (_, i) => reserve(apps[i % 3]!, userId, `o${i}`)),
    );
    const allowed = [...answered, ...others.map(verdictOf)].filter((verdict) => verdict.allowed);
    expect(allowed.length).toBeGreaterThan(0);
    expect(allowed.length).toBeLessThanOrEqual(MAXIMUM);
    // Reservations without an answer count too: together they are the maximum.
    expect(await countOf(apps[0]!, userId, 'strict')).toBe(MAXIMUM);
    for (const child of children) child.signal('SIGKILL');
    await Promise.all(children.map(({ ended }) => ended));
  });
});

describe('The example topology of three continents', () => {
  const file = join(__dirname, '../../../infra/examples/topologies/three-continents.json');
  const servingClusters = ['us-a', 'us-b', 'eu-b', 'eu-c', 'asia-a'];

  it('each serving cluster decides for its share of the users, whichever process asks', async () => {
    const topology = JSON.parse(readFileSync(file, 'utf8')) as { links: object[] };
    const links = topology.links.map((link) => ({ ...link, delayMs: 1, jitterMs: 0 }));
    const world = await startConsistencyWorld({ ...topology, links });
    const regions = ['us-central1', 'europe-west1', 'asia-east1'];
    const apps = await world.readyApps(regions, NO_HEARTBEATS);
    const deciding = new Set<unknown>();
    for (let user = 0; user < 40 && deciding.size < servingClusters.length; user++) {
      const answers = await Promise.all(
        Array.from({ length: 9 }, (_, i) => reserve(apps[i % 3]!, `user-${user}`, `i${i}`)),
      );
      expect(answers.map(({ status }) => status)).toEqual(Array(9).fill(200));
      expect(answers.filter((answer) => verdictOf(answer).allowed)).toHaveLength(MAXIMUM);
      for (const { headers } of answers) deciding.add(headers['tidemark-cluster']);
    }
    expect([...deciding].sort()).toEqual([...servingClusters].sort());
    await world.close();
  });
});

describe('A topology whose app profiles allow no transactions', () => {
  it('checks are allowed, and reservations fail with the reason', async () => {
    const world = await startConsistencyWorld(THREE_REGIONS);
    const app = await world.app('eu', NO_HEARTBEATS);
    expect((await countOf(app, 'u1', 'eventual')) === 0).toBe(true);
    const answer = await reserve(app, 'u1', 'i1');
    expect([answer.status, answer.json['code']]).toEqual([400, 'transactions_unsupported']);
    expect(answer.json['detail']).toContain('"transactions": true');
    // Without a topology only Bigtable knows: the default profile may lead to any cluster.
    const unaware = await startApp({ BIGTABLE_EMULATOR_HOST: world.endpoint });
    const refused = await reserve({ send: (options) => send(unaware.port, options) }, 'u1', 'i1');
    expect([refused.status, refused.json['code']]).toEqual([400, 'transactions_unsupported']);
    await unaware.app.drain();
    await world.close();
  });
});

import { readFileSync, writeFileSync } from 'node:fs';
import { createDataClient } from '../../../src/bigtable/client/data-client';
import { createTransport } from '../../../src/bigtable/transport/create-transport';
import { loadConfig } from '../../../src/config/index';
import { createApp } from '../../../src/app';
import { startAppProcess } from '../../support/app-process';
import { startConsistencyWorld, THREE_REGIONS, type ConsistencyWorld } from '../../support/consistency-world';
import { send, type Answer } from '../../support/http-server';
import { until } from '../../support/until';
import { tidemarkError } from '../../support/tidemark-error';

describe('an app with a topology', () => {
  let world: ConsistencyWorld;
  beforeAll(async () => {
    world = await startConsistencyWorld();
  });
  afterEach(async () => {
    await world.endApps();
    writeFileSync(world.topologyFile, JSON.stringify(THREE_REGIONS));
    await world.heal();
  });
  afterAll(() => world.close());

  type Clusters = Record<string, Record<string, unknown>>;
  const change = (edit: (clusters: Clusters) => void): void => {
    const topology = JSON.parse(readFileSync(world.topologyFile, 'utf8')) as typeof THREE_REGIONS;
    edit(topology.instances.tidemark.clusters);
    writeFileSync(world.topologyFile, JSON.stringify(topology));
  };

  const path = '/v1/corpora/users/objects/u/profile/main';
  const read = (port: number, level = 'eventual'): Promise<Answer> =>
    send(port, { path, headers: { 'tidemark-consistency': level } });
  const write = (port: number): Promise<Answer> => {
    const headers = { 'content-type': 'application/json' };
    return send(port, { method: 'PUT', path, headers, body: '{"locale":"x"}' });
  };

  /** Waits until the cluster answers a read. On a busy machine, another one answers now and then, with and without hedges. */
  const isServedBy = (id: string, port: number): Promise<void> =>
    until(async () => (await read(port)).headers['tidemark-cluster'] === id);

  it('follows the changed file, and ignores an invalid one', async () => {
    const { app, port, logLines } = await world.app('us');
    await write(port);
    await world.heal();
    await isServedBy('us-a', port);

    change((clusters) => delete clusters['us-a']);
    app.reload();
    // The profile of a removed cluster is not used.
    await isServedBy('us-a', port);
    const refused = (): readonly unknown[] =>
      logLines()
        .filter(({ level, msg }) => level === 'error' && String(msg).includes('topology file is invalid'))
        .map(({ field }) => field);
    expect(refused()).toContain('instances.tidemark.appProfiles.us.cluster');
    expect(await app.metrics()).toMatch(/^tidemark_topology_invalid\{?.* 1$/m);

    change((clusters) => {
      clusters['us-a'] = { region: 'us', role: 'batch' };
      clusters['us-batch'] = { region: 'us', zone: 'us-b' };
    });
    app.reload();
    expect(refused()).toContain('instances.tidemark.appProfiles.us.priority');

    writeFileSync(world.topologyFile, '{');
    app.reload();
    await isServedBy('us-a', port);

    writeFileSync(world.topologyFile, JSON.stringify(THREE_REGIONS));
    change((clusters) => {
      for (const id of ['us-a', 'asia-a']) clusters[id]!['writes'] = 'draining';
    });
    app.reload();
    expect(logLines()).toContainEqual(expect.objectContaining({ msg: 'topology read again' }));
    expect(await app.metrics()).toMatch(/^tidemark_topology_invalid\{?.* 0$/m);
    await world.cut('eu-a', 'us-a');
    await world.cut('eu-a', 'asia-a');
    const token = (await write(port)).json['token'] as string;
    const answer = await send(port, { path, headers: { 'tidemark-token': token } });
    expect(answer.headers).toMatchObject({ 'tidemark-cluster': 'eu-a', 'tidemark-tier': 'origin' });
  });

  it('reads the file at once at SIGHUP, as a process', async () => {
    const app = await startAppProcess(world.env('us'));
    app.signal('SIGHUP');
    // The file is unchanged: only a process that was signalled logs that it read it.
    await until(() => app.log.some(({ msg }) => msg === 'topology read again'));
    app.signal('SIGTERM');
    expect(await app.ended).toBe(0);
  });

  it('takes no writes where no cluster does, and goes on reading', async () => {
    change((clusters) => {
      for (const id of ['eu-a', 'us-a', 'asia-a']) clusters[id]!['writes'] = 'draining';
    });
    const { port } = await world.app('us');
    const refused = await write(port);
    expect([refused.status, refused.json['code']]).toEqual([503, 'no_write_cluster']);
    expect((await read(port, 'strict')).headers['tidemark-consistency']).toBe('strict');
  });

  it('serves, and is ready, while its own region is down', async () => {
    const { port } = await world.app('us');
    await world.stop('us-a');
    expect((await write(port)).status).toBe(200);
    const answer = await read(port);
    expect(answer.headers).toMatchObject({ 'tidemark-cluster': 'eu-a' });
    // Once enough calls have failed there, the cluster that is down is not asked first any more.
    expect(['failover', 'nearest']).toContain(answer.headers['tidemark-tier']);
    expect((await send(port, { path: '/readyz' })).status).toBe(200);
  });

  it('never reaches the cluster for batch work', async () => {
    const { port } = await world.app('us');
    for (const id of ['eu-a', 'us-a', 'asia-a']) await world.stop(id);
    const headers = { 'x-request-timeout-ms': '300' };
    expect((await send(port, { path, headers })).status).toBe(503);
  });

  it('runs where the topology has clients, or a link, too', async () => {
    const { port } = await world.app('africa');
    await write(port);
    expect((await read(port)).headers['tidemark-cluster']).toBe('eu-a');
  });

  it('refuses a region that the topology does not have, and guesses which was meant', async () => {
    const config = loadConfig(world.env('asi'));
    await expect(createApp(config)).rejects.toEqual(tidemarkError('invalid_argument', 'TIDEMARK_REGION'));
    await expect(createApp(config)).rejects.toThrow('did you mean "asia"?');
  });

  it('refuses to start with a file that is wrong or missing', async () => {
    writeFileSync(world.topologyFile, '{"instances": {}}');
    await expect(createApp(loadConfig(world.env('us')))).rejects.toEqual(
      tidemarkError('invalid_argument', 'instances'),
    );
    const nowhere = { ...world.env('us'), TIDEMARK_TOPOLOGY: `${world.topologyFile}.not` };
    await expect(createApp(loadConfig(nowhere))).rejects.toEqual(tidemarkError('invalid_argument', 'config'));
  });

  it('keeps heartbeats by which answers report how stale they are', async () => {
    const { port } = await world.app('us', { TIDEMARK_HEARTBEAT_INTERVAL_MS: '500' });
    await write(port);
    await until(async () => (await read(port)).headers['tidemark-staleness-ms'] !== undefined);
  });

  it('reveals nothing of its keys', async () => {
    const { port, logLines } = await world.app('us', { TIDEMARK_LOG_LEVEL: 'debug' });
    await write(port);
    await read(port, 'strict');
    const secret = Buffer.alloc(32, 5);
    const said = JSON.stringify(logLines());
    for (const form of ['base64url', 'hex', 'latin1'] as const)
      expect(said).not.toContain(secret.toString(form));
    expect(said).not.toContain(JSON.stringify(secret.toJSON()).slice(0, 60));
  });
});

it('each corpus is written to its own instance', async () => {
  const { tidemark } = THREE_REGIONS.instances;
  const topology = {
    ...THREE_REGIONS,
    instances: { tidemark, profiles: { clusters: { 'p-a': { region: 'eu' } } } },
    corpora: { users: 'profiles' },
  };
  const world = await startConsistencyWorld(topology);
  const { port } = await world.app('us');
  const headers = { 'content-type': 'application/json' };
  const path = '/v1/corpora/users/objects/u/profile/main';
  await send(port, { method: 'PUT', path, headers, body: '{"locale":"x"}' });
  const answer = await send(port, { path, headers: { 'tidemark-consistency': 'strict' } });
  expect(answer.headers).toMatchObject({ 'tidemark-cluster': 'p-a', 'tidemark-tier': 'nearest' });

  const transport = createTransport({ endpoint: world.endpoint, plaintext: true });
  const client = createDataClient({ transport, project: 'tidemark', instance: 'profiles' });
  const rows: Buffer[] = [];
  for await (const { key } of client.readRows({ table: 'users' })) rows.push(key);
  expect(rows).toHaveLength(1);
  await client.close();
  await world.close();
});

/** `tidemark serve` with an embedded Bigtable that was started separately, without a topology. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '../../../src/config/index';
import { withLocalTopology } from '../../../src/cli/local/topology';
import { startLocalBigtable } from '../../../src/local-bigtable/index';
import { parseTopology } from '../../../src/routing/topology/topology-file';
import { googleBigtableSkipReason, startGoogleBigtable } from '../../support/google-bigtable';
import { applySchema, startApp } from '../../support/running-app';
import { sendJson } from '../../support/http-server';

const skipReason = googleBigtableSkipReason();
const whenGoogle = skipReason === undefined ? it : it.skip;

const TWO_CLUSTERS = parseTopology({
  project: 'tidemark',
  instances: {
    tidemark: {
      clusters: {
        a: { region: 'eu', zone: 'eu-a' },
        b: { region: 'us', zone: 'us-b' },
      },
      appProfiles: { 'at-a': { cluster: 'a' }, 'at-b': { cluster: 'b' } },
    },
  },
});

describe('The topology of a service on an embedded Bigtable', () => {
  const closing: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });

  const configOf = (endpoint: string, env: NodeJS.ProcessEnv = {}) =>
    loadConfig({
      BIGTABLE_EMULATOR_HOST: endpoint,
      TIDEMARK_DATA_DIR: mkdtempSync(join(tmpdir(), 'tidemark-serve-')),
      ...env,
    });
  async function embedded(topology?: typeof TWO_CLUSTERS): Promise<string> {
    const server = await startLocalBigtable({
      host: '127.0.0.1',
      port: 0,
      ...(topology !== undefined && { topology }),
    });
    closing.push(() => server.close());
    return server.endpoint;
  }

  it('has the only cluster of the instance, so that strict reads are answered', async () => {
    const endpoint = await embedded();
    await applySchema(endpoint);
    const { routing } = await withLocalTopology(configOf(endpoint));
    const running = await startApp({
      BIGTABLE_EMULATOR_HOST: endpoint,
      TIDEMARK_TOPOLOGY: routing.topologyFile!,
    });
    closing.push(() => running.app.drain());
    const query = { userId: 'u1', actions: ['click'], windows: ['1d'], consistency: { level: 'strict' } };
    const { status, json } = await sendJson(running.port, '/v1/counts:query', query);
    expect(status).toBe(200);
    expect(json).toMatchObject({ consistency: { level: 'strict', met: true } });
  });

  it('is unknown when the instance has several clusters', async () => {
    const config = configOf(await embedded(TWO_CLUSTERS));
    expect(await withLocalTopology(config)).toBe(config);
  });

  it('is unknown when an app profile or another region is configured', async () => {
    const endpoint = await embedded();
    await applySchema(endpoint);
    expect((await withLocalTopology(configOf(endpoint))).routing.topologyFile).toBeDefined();
    for (const env of [{ TIDEMARK_APP_PROFILE: 'default' }, { TIDEMARK_REGION: 'mars' }]) {
      const config = configOf(endpoint, env);
      expect(await withLocalTopology(config)).toBe(config);
    }
  });

  it('is unknown when no server answers', async () => {
    const config = configOf('127.0.0.1:1');
    expect(await withLocalTopology(config)).toBe(config);
  });

  whenGoogle("is unknown for Google's emulator, which does not list its clusters", async () => {
    const emulator = await startGoogleBigtable();
    closing.push(() => emulator.stop());
    const config = configOf(emulator.endpoint);
    expect(await withLocalTopology(config)).toBe(config);
  });
});

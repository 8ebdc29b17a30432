/** A server with some data on an embedded Bigtable in three regions, and its console in Chromium. */
import { join } from 'node:path';
import { createApp } from '../../src/app';
import { loadSchema } from '../../src/codec/declarations/schema-registry';
import { loadConfig } from '../../src/config/index';
import { createControlClient } from '../../src/embedded/control-client';
import { createFaultControl } from '../../src/embedded/create-fault-control';
import { startLocalBigtable } from '../../src/local-bigtable/index';
import { createLogger } from '../../src/platform/telemetry/logger';
import { loadTopology } from '../../src/routing/topology/topology-file';
import { startChromium } from './chromium';
import { addConsoleData } from './console-data';
import { Tabs, type ConsolePage } from './console-page';
import { LONG_DEADLINES } from './long-deadlines';
import { applySchema } from './running-app';

const TOPOLOGY = join(__dirname, '../../infra/examples/topologies/three-continents.json');

export interface ConsoleWorld {
  /** Address of the server, whose console controls the faults of its store. */
  readonly url: string;
  readonly tabs: Tabs;
  /** Opens a page of the console in a tab that no other test uses, and waits until its text is there. */
  open(path: string, text: string | RegExp): Promise<ConsolePage>;
  /** Starts another server on the same store. Returns its address. */
  startServer(env: NodeJS.ProcessEnv): Promise<string>;
  close(): Promise<void>;
}

export async function startConsoleWorld(): Promise<ConsoleWorld> {
  const bigtable = await startLocalBigtable({ host: '127.0.0.1', port: 0, topology: loadTopology(TOPOLOGY) });
  await applySchema(bigtable.endpoint, undefined, loadSchema());
  const control = createControlClient(bigtable.endpoint);
  const faults = createFaultControl(control);
  const logger = createLogger({ level: 'silent', service: 'test' });
  const drains: (() => Promise<void>)[] = [];

  async function startServer(env: NodeJS.ProcessEnv): Promise<string> {
    const config = loadConfig({
      PORT: '0',
      BIGTABLE_EMULATOR_HOST: bigtable.endpoint,
      TIDEMARK_TOPOLOGY: TOPOLOGY,
      ...LONG_DEADLINES,
      ...env,
    });
    const app = await createApp(config, { logger, faults });
    drains.push(() => app.drain());
    return `http://127.0.0.1:${(await app.listen()).port}`;
  }

  const [url, browser] = await Promise.all([startServer({ TIDEMARK_PACING: 'on' }), startChromium()]);
  const tabs = await Tabs.of(browser);
  await addConsoleData(Number(new URL(url).port));
  return {
    url,
    tabs,
    startServer,
    open: (path, text) => tabs.open({ url: `${url}/console${path}`, text }),
    async close() {
      await browser.close();
      await Promise.all(drains.map((drain) => drain()));
      await control.close();
      await bigtable.close();
    },
  };
}

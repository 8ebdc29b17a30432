import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { campaignsCommand } from '../../../src/cli/campaigns/campaigns';
import { PRIORITY_DEFAULT, PRIORITY_MAX } from '../../../src/core/campaigns/campaign';
import { DEFAULTS } from '../../../src/config/defaults';
import type { LocalBigtable } from '../../../src/local-bigtable';
import { commandsIn } from '../../support/doc-commands';
import { runCommand } from '../../support/run-command';
import { startApp, startStore, type RunningApp } from '../../support/running-app';

const shell = promisify(execFile);
const ROOT = join(__dirname, '../../..');
const DOC = readFileSync(join(ROOT, 'docs/campaigns.md'), 'utf8');
const [CURLS, COMMANDS] = [...DOC.matchAll(/^```sh\n(.*?)^```/gms)].map(([, block]) => block!) as [
  string,
  string,
];

describe('docs/campaigns.md', () => {
  let store: LocalBigtable;
  let running: RunningApp;

  beforeAll(async () => {
    store = await startStore();
    running = await startApp({ BIGTABLE_EMULATOR_HOST: store.endpoint });
  });
  afterAll(async () => {
    await running.app.drain();
    await store.close();
  });

  it('the requests of the page succeed unchanged', async () => {
    const commands = CURLS.replaceAll('http://127.0.0.1:8080', `http://127.0.0.1:${running.port}`);
    const { stdout } = await shell('sh', ['-ec', commands]);
    expect(stdout).not.toContain('"code"');
    expect(stdout.match(/"name":"Winter coats"/g)).toHaveLength(3);
  });

  it('the commands of the page run unchanged', async () => {
    const commands = commandsIn(COMMANDS);
    const subCommands = new Set<string>();
    for (const command of commands) {
      const [npx, tidemark, ...args] = command.split(' ');
      expect([npx, tidemark, args[0]]).toEqual(['npx', 'tidemark', 'campaigns']);
      subCommands.add(args[1]!);
      const { ended, stderr, stdout } = await runCommand(campaignsCommand(), args.slice(1), {
        env: { BIGTABLE_EMULATOR_HOST: store.endpoint },
        cwd: ROOT,
      });
      expect({ command, ended, stderr }).toEqual({ command, ended: 0, stderr: '' });
      if (args[1] === 'get' || args[1] === 'list') expect(stdout).toContain('Winter coats');
    }
    expect([...subCommands].sort()).toEqual(['delete', 'get', 'list', 'put']);
    expect(campaignsCommand().commands.map((each) => each.name())).toEqual(
      expect.arrayContaining([...subCommands]),
    );
  });

  it('the page quotes the limits of the code', () => {
    const { campaigns, sketches } = DEFAULTS;
    const number = (value: number): string => value.toLocaleString('en');
    for (const quoted of [
      `1 to ${campaigns.flightsMax}, in`,
      `more than ${number(campaigns.daysMax)} days`,
      `1 to 10^${Math.log10(campaigns.unitsPerDayMax)}.`,
      `at most ${number(campaigns.pageMax)})`,
      `${number(campaigns.scannedMax)} campaigns, or ${campaigns.pageBytesMax / 2 ** 20} MiB of them, are looked at`,
      `every ${campaigns.refreshIntervalMs / 1_000} s`,
      `holds ${number(campaigns.campaignsMax)}`,
      `within ${sketches.unregisteredForMs / 1_000} s`,
      `up to ${sketches.registeredForMs / 60_000} minutes`,
      `(default ${PRIORITY_DEFAULT})`,
      `served first, to ${PRIORITY_MAX}`,
    ])
      expect(DOC.replace(/\s+/g, ' ')).toContain(quoted);
  });
});

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commandsIn } from '../../support/doc-commands';
import { embeddedEventStore, type EventStore } from '../../support/event-store';
import { adEvent, inputsOf } from '../../support/events';
import { sendJson } from '../../support/http-server';
import { runCommandLine } from '../../support/run-command';
import { startApp, type RunningApp } from '../../support/running-app';

const DOC = readFileSync(join(__dirname, '../../../docs/fatigue-features.md'), 'utf8');

/** Returns the contents of all code blocks of a language. */
function blocks(language: string): string[] {
  return [...DOC.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map((match) => match[1]!);
}

describe('docs/fatigue-features.md', () => {
  let store: EventStore;
  let running: RunningApp;
  let folder: string;

  beforeAll(async () => {
    store = await embeddedEventStore();
    running = await startApp({ BIGTABLE_EMULATOR_HOST: store.endpoint });
    folder = mkdtempSync(join(tmpdir(), 'tidemark-docs-'));
    const ids = { userId: 'user-1', adId: 'ad-1', campaignId: 'cmp-1' };
    await store.ingest(inputsOf([adEvent({ ...ids, eventTimeMs: Date.now() - 60_000 })]));
  });

  afterAll(async () => {
    await running.app.drain();
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('the request of the page succeeds', async () => {
    const [request] = blocks('json');
    const { status, json } = await sendJson(running.port, '/v1/features:fatigue', JSON.parse(request!));
    expect(status).toBe(200);
    expect(json['names']).toEqual(
      expect.arrayContaining(['ad.impression.count.1d', 'ad.ctr.1d', 'ad.click.decay.1d']),
    );
  });

  it('the commands of the page run unchanged', async () => {
    const [shown] = blocks('csv');
    const commands = blocks('sh').flatMap((block) => commandsIn(block));
    expect(commands).toHaveLength(3);
    // The moments of the page are long past, or yet to come: they are moved into yesterday.
    const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
    writeFileSync(join(folder, 'shown.csv'), shown!.replace(/2026-11-2\d(?=T)/g, yesterday));
    for (const command of commands) {
      const [npx, tidemark, ...args] = command.split(' ');
      expect([npx, tidemark]).toEqual(['npx', 'tidemark']);
      const env = { BIGTABLE_EMULATOR_HOST: store.endpoint };
      const { ended, stderr, stdout } = await runCommandLine(args, { env, cwd: folder });
      expect({ command, ended, stderr: ended === 0 ? '' : stderr }).toEqual({
        command,
        ended: 0,
        stderr: '',
      });
      expect(stdout).toMatch(args.includes('get') ? /^ad\.click\.count\.1d +1 +0$/m : /exported/);
    }
    const lines = readFileSync(join(folder, 'train.ndjson'), 'utf8').trim().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { labels: unknown }).labels)).toEqual([
      { clicked: '0' },
      { clicked: '1' },
    ]);
  });
});

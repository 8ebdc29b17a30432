import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { reconcileCommand } from '../../src/cli/reconcile';
import { dayAt } from '../../src/core/calendar-day';
import { VERDICTS } from '../../src/core/reconcile/verdict';
import { DEFAULTS } from '../../src/defaults';
import { campaignId, registerCampaigns } from '../support/campaigns';
import { embeddedEventStore, type EventStore } from '../support/event-store';
import { DAY_MS } from '../support/events';
import { campaignEvent, campaignInputs } from '../support/reconcile';
import { runCli } from '../support/run-cli';

const DOC = readFileSync(join(__dirname, '../../docs/reconciliation.md'), 'utf8');
const COMMANDS = [...DOC.matchAll(/^```sh\n(.*?)^```/gms)].flatMap(([, block]) => block!.trim().split('\n'));
const DAY = dayAt(Date.now() - 2 * DAY_MS, 'UTC');

describe('docs/reconciliation.md', () => {
  let store: EventStore;
  let folder: string;

  beforeAll(async () => {
    store = await embeddedEventStore();
    folder = mkdtempSync(join(tmpdir(), 'tidemark-docs-'));
    await registerCampaigns(store.store.writer, [campaignId(1)]);
    await store.ingest(campaignInputs([1, 2, 3].map((user) => campaignEvent(user, 1, DAY.startMs + 1_000))));
  });

  afterAll(async () => {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('gives commands that run as they are written, and tells of all that they answer', async () => {
    expect(COMMANDS.length).toBeGreaterThan(4);
    for (const command of COMMANDS) {
      const [npx, tidemark, ...args] = command.replaceAll('2026-11-21', DAY.day).split(' ');
      expect([npx, tidemark]).toEqual(['npx', 'tidemark']);
      const env = { BIGTABLE_EMULATOR_HOST: store.endpoint };
      const { ended, stdout, stderr } = await runCli(args, { env, cwd: folder });
      expect({ command, ended, stderr: ended === 0 ? '' : stderr }).toEqual({
        command,
        ended: 0,
        stderr: '',
      });
      if (args.includes('--json')) {
        const { comparisons, ...summary } = JSON.parse(stdout) as { comparisons: object[] };
        expect(comparisons).toHaveLength(4);
        const fields = [...Object.keys(summary), ...Object.keys(comparisons[0]!)];
        const known = ['day', 'timeZone', 'dataType', 'level', 'registered'];
        for (const field of fields.filter((name) => !known.includes(name)))
          expect(DOC).toContain(`\`${field}\``);
      }
    }
    const [row] = readFileSync(join(folder, 'counts.ndjson'), 'utf8').split('\n');
    for (const column of Object.keys(JSON.parse(row!) as object)) expect(DOC).toContain(`\`${column}\``);
  }, 120_000);

  it('tells of each option, each verdict, and the limits as they are', () => {
    const told = new Set([...DOC.matchAll(/`(--[a-z-]+)/g)].map(([, option]) => option!));
    for (const { long } of reconcileCommand().options) expect(told).toContain(long);
    for (const verdict of VERDICTS) expect(DOC).toContain(`| \`${verdict}\``);
    const { cellsPerRead, entitiesMax, sigmas, sectionsInFlight, checkpointIntervalMs } =
      DEFAULTS.reconciliation;
    expect([cellsPerRead, entitiesMax, sigmas, sectionsInFlight, checkpointIntervalMs / 1_000]).toEqual([
      20_000, 50_000, 4, 2, 5,
    ]);
  });
});

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { reconcileCommand } from '../../../src/cli/reconcile/reconcile';
import { dayAt } from '../../../src/core/time/calendar-day';
import { RECONCILE_VERDICTS } from '../../../src/core/reconcile/compare-counts';
import { DEFAULTS } from '../../../src/config/defaults';
import { commandsIn } from '../../support/doc-commands';
import { campaignId, registerCampaigns } from '../../support/campaigns';
import { embeddedEventStore, type EventStore } from '../../support/event-store';
import { DAY_MS } from '../../support/events';
import { startOtlpReceiver, type OtlpReceiver } from '../../support/otlp-receiver';
import { campaignEvent, campaignInputs } from '../../support/reconcile';
import { runCli } from '../../support/run-cli';
import { runCommand } from '../../support/run-command';

const DOC = readFileSync(join(__dirname, '../../../docs/reconciliation.md'), 'utf8');
const COMMANDS = [...DOC.matchAll(/^```sh\n(.*?)^```/gms)].flatMap(([, block]) => commandsIn(block!));
const DAY = dayAt(Date.now() - 2 * DAY_MS, 'UTC');

describe('docs/reconciliation.md', () => {
  let store: EventStore;
  let collector: OtlpReceiver;
  let folder: string;

  beforeAll(async () => {
    store = await embeddedEventStore();
    collector = await startOtlpReceiver();
    folder = mkdtempSync(join(tmpdir(), 'tidemark-docs-'));
    await registerCampaigns(store.store.writer, [campaignId(1)]);
    await store.ingest(campaignInputs([1, 2, 3].map((user) => campaignEvent(user, 1, DAY.startMs + 1_000))));
  });

  afterAll(async () => {
    collector.close();
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('has commands that run as written, and describes every field of their output', async () => {
    expect(COMMANDS.length).toBeGreaterThan(4);
    for (const command of COMMANDS) {
      const [npx, tidemark, reconcile, ...args] = command.replaceAll('2026-11-21', DAY.day).split(' ');
      expect([npx, tidemark, reconcile]).toEqual(['npx', 'tidemark', 'reconcile']);
      const env = { BIGTABLE_EMULATOR_HOST: store.endpoint, OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint };
      // The Parquet library is an ES module, which jest cannot load.
      const { ended, stdout, stderr } = command.includes('.parquet')
        ? await runCli(['reconcile', ...args], { env, cwd: folder })
        : await runCommand(reconcileCommand(), args, { env, cwd: folder });
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
    const named = [...DOC.matchAll(/`(tidemark\.reconciliation\.[a-z_]+)`/g)].map(([, name]) => name!);
    const sent = [...collector.metrics].filter((name) => name.startsWith('tidemark.reconciliation.'));
    expect(sent.sort()).toEqual(named.sort());
  });

  it('describes every option and verdict, and states the actual limits', () => {
    const documented = new Set([...DOC.matchAll(/`(--[a-z-]+)/g)].map(([, option]) => option!));
    for (const { long } of reconcileCommand().options) expect(documented).toContain(long);
    for (const verdict of RECONCILE_VERDICTS) expect(DOC).toContain(`- \`${verdict}\``);
    const { cellsPerRead, entitiesMax, sigmas, sectionsInFlight, checkpointIntervalMs } =
      DEFAULTS.reconciliation;
    expect([cellsPerRead, entitiesMax, sigmas, sectionsInFlight, checkpointIntervalMs / 1_000]).toEqual([
      20_000, 50_000, 4, 2, 5,
    ]);
  });
});

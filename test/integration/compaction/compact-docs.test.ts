import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compactCommand } from '../../../src/cli/compact/compact';
import { DEFAULTS } from '../../../src/config/defaults';
import { GUARDS } from '../../simulation/compaction/broken';
import { commandsIn } from '../../support/doc-commands';
import { embeddedEventStore, type EventStore } from '../../support/event-store';
import { adEvent, DAY_MS, inputsOf } from '../../support/events';
import { startOtlpReceiver, type OtlpReceiver } from '../../support/otlp-receiver';
import { runCli } from '../../support/run-cli';
import { runCommandLine } from '../../support/run-command';

const DOC = readFileSync(join(__dirname, '../../../docs/compaction.md'), 'utf8');
const COMMANDS = [...DOC.matchAll(/^```sh\n(.*?)^```/gms)].flatMap(([, block]) => commandsIn(block!));

describe('docs/compaction.md', () => {
  let store: EventStore;
  let collector: OtlpReceiver;
  let folder: string;

  beforeAll(async () => {
    store = await embeddedEventStore();
    collector = await startOtlpReceiver();
    folder = mkdtempSync(join(tmpdir(), 'tidemark-docs-'));
    const events = [2, 3, 4].map((day) => adEvent({ adId: 'a', eventTimeMs: Date.now() - day * DAY_MS }));
    await store.ingest(inputsOf(events));
  });

  afterAll(async () => {
    collector.close();
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('has commands that run as written, with the summary and metrics that the page describes', async () => {
    expect(COMMANDS.length).toBeGreaterThan(3);
    const summaries: Record<string, unknown>[] = [];
    for (const command of COMMANDS) {
      const [npx, tidemark, ...args] = command.split(' ');
      expect([npx, tidemark]).toEqual(['npx', 'tidemark']);
      const env = { BIGTABLE_EMULATOR_HOST: store.endpoint };
      const withCollector = { ...env, OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint };
      // The first one packs all rows, in a process of its own: a process has one connection to a collector.
      const { ended, stdout, stderr } = await (command === COMMANDS[0]
        ? runCli(args, { env: withCollector, cwd: folder })
        : runCommandLine(args, { env, cwd: folder }));
      expect({ command, ended, stderr: ended === 0 ? '' : stderr }).toEqual({
        command,
        ended: 0,
        stderr: '',
      });
      if (args.includes('--json')) summaries.push(JSON.parse(stdout) as Record<string, unknown>);
    }
    const fields = Object.keys(summaries[0]!).filter(
      (name) => !['dataType', 'seconds', 'worker', 'workload', 'dryRun'].includes(name),
    );
    for (const field of fields) expect(DOC).toContain(`\`${field}\``);
    const named = [...DOC.matchAll(/`(tidemark\.compaction\.[a-z_]+)`/g)].map(([, name]) => name!);
    const sent = [...collector.metrics].filter((name) => name.startsWith('tidemark.compaction.'));
    expect(sent.sort()).toEqual([...new Set(named)].sort());
    expect(collector.spans.filter(({ name }) => name === 'compact.row')).toHaveLength(1);
  });

  it('describes every option, and the guards that the simulation can disable', () => {
    const documented = new Set([...DOC.matchAll(/`(--[a-z-]+)/g)].map(([, option]) => option!));
    for (const { long } of compactCommand().options) expect(documented).toContain(long);
    for (const guard of GUARDS) expect(DOC).toContain(`--without ${guard}`);
  });

  it('states the actual limits', () => {
    const { cellsPerStep, stepBytesMax, largeBlockEvents, largeBlockBytes } = DEFAULTS.compaction;
    const { graceMs, openDayEventsMin, callTimeoutMs, rejectionsInARowMax } = DEFAULTS.compaction;
    expect([cellsPerStep, stepBytesMax / 2 ** 20, largeBlockEvents, largeBlockBytes / 1_024]).toEqual([
      20_000, 16, 10_000, 256,
    ]);
    expect([graceMs / 3_600_000, callTimeoutMs / 1_000, rejectionsInARowMax]).toEqual([6, 20, 10]);
    expect(DOC).toContain(`--open-day-events ${openDayEventsMin}`);
    expect(DOC).toContain(`has ${openDayEventsMin} single events`);
  });
});

import { setCell } from '../../../src/bigtable/write/mutations';
import { encodeStageReport } from '../../../src/codec/messages/stage-report';
import type { LocalBigtable } from '../../../src/local-bigtable/index';
import {
  retainedReportKey,
  PROGRESS_QUALIFIER,
  PROGRESS_FAMILY,
  PROGRESS_TABLE,
} from '../../../src/operations/lag/progress-report-rows';
import { openTestStore } from '../../support/open-test-store';
import { MINUTE, SOURCE, DEFAULT_PROGRESS } from '../../support/reporting-processes';
import { runCli, type CliRun } from '../../support/run-cli';
import { startStore } from '../../support/running-app';

describe('tidemark lag', () => {
  let local: LocalBigtable;

  beforeAll(async () => {
    local = await startStore();
  });
  afterAll(() => local.close());

  const env = (): NodeJS.ProcessEnv => ({ BIGTABLE_EMULATOR_HOST: local.endpoint });
  const lag = (...args: string[]): Promise<CliRun> => runCli(['lag', ...args], { env: env() });

  /** Writes the last report of a consumer of a subscription, from an hour ago. */
  async function reportAnHourAgo(process: string): Promise<number> {
    const store = openTestStore(env());
    const atMs = Date.now() - 60 * MINUTE;
    const reported = { ...DEFAULT_PROGRESS, settledUpToMs: atMs - 1_000, atMs, ended: true, heldMessages: 0 };
    const value = encodeStageReport({ ...reported, stage: 'consumer', source: SOURCE, process });
    const mutations = [setCell(PROGRESS_FAMILY, PROGRESS_QUALIFIER, atMs * 1_000, value)];
    const key = retainedReportKey({ stage: 'consumer', process });
    await store.writer.mutateRow(PROGRESS_TABLE, { key, mutations });
    await store.close();
    return atMs;
  }

  it('shows a stage that is behind, and forgets a subscription that no consumer will read again', async () => {
    const atMs = await reportAnHourAgo('c.1.0a1b2c');
    const { stdout } = await lag();
    expect(stdout).toContain(`Counts are complete up to ${new Date(atMs - 1_700).toISOString()}, `);
    expect(stdout).toMatch(/^consumer +clicks +0 /m);
    expect(stdout).toMatch(
      /^Alarm no_consumers, consumer projects\/ads\/subscriptions\/clicks: no process consumes/m,
    );
    const forgotten = await lag('--forget', 'clicks');
    expect(forgotten).toMatchObject({
      ended: 0,
      stdout: 'Counts no longer wait for clicks; it was last read by c.1.0a1b2c.\n',
    });
    const { stdout: after } = await lag('--json');
    expect(JSON.parse(after)).toMatchObject({ stages: [], alarms: [{ kind: 'no_reports' }] });
    const again = await lag('--forget', 'clicks');
    expect(again.ended).not.toBe(0);
    expect(again.stderr).toMatch(/no process has reported on "clicks"/);
  });
});

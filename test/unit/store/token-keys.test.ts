import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '../../../src/config/index';
import { createMetrics, type Metrics } from '../../../src/platform/telemetry/metrics';
import { openTokenKeys, type TokenKeySource } from '../../../src/store/token-keys';
import { memoryLogger } from '../../support/memory-logger';
import { VirtualClock } from '../../support/virtual-clock';

const keyText = (id: number): string => `${id}:${Buffer.alloc(32, id).toString('base64url')}`;
const START_SECONDS = Date.UTC(2026, 0, 1) / 1_000;

describe('Token keys in a file', () => {
  let folder: string;
  let file: string;
  let clock: VirtualClock;
  let metrics: Metrics;
  let source: TokenKeySource;
  let lines: ReturnType<typeof memoryLogger>['lines'];

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tidemark-keys-'));
    file = join(folder, 'keys');
    writeFileSync(file, `${keyText(1)}\n`);
    clock = new VirtualClock();
    metrics = await createMetrics({ resource: {}, target: undefined, intervalMs: 60_000 });
    const { logger, lines: logged } = memoryLogger();
    lines = logged;
    const config = loadConfig({ BIGTABLE_EMULATOR_HOST: 'a:1', TIDEMARK_TOKEN_KEYS_FILE: file });
    source = openTokenKeys({ config, clock, logger, metrics });
  });
  afterEach(async () => {
    source.stop();
    await metrics.shutdown();
    rmSync(folder, { recursive: true });
  });

  const ids = (): readonly number[] => source.ring.keys.map(({ id }) => id);
  const exported = async (name: string): Promise<readonly string[]> =>
    (await metrics.prometheus())
      .split('\n')
      .filter((line) => line.startsWith(`tidemark_tokens_${name}`))
      .map((line) => line.slice('tidemark_tokens_'.length));

  it('are read again within seconds when the file changes', async () => {
    // Mounted secrets change this way: another file replaces the previous one.
    writeFileSync(join(folder, 'next'), `${keyText(1)},${keyText(2)}`);
    renameSync(join(folder, 'next'), file);
    expect(ids()).toEqual([1]);
    await clock.advance(5_000);
    expect(ids()).toEqual([1, 2]);
    expect(lines()).toMatchObject([{ msg: 'token keys read again', signing: 1, verifying: [2] }]);
  });

  it('export since when each key is known and which one signs', async () => {
    await clock.advance(60_000);
    writeFileSync(file, `${keyText(2)},${keyText(1)}`);
    source.reload();
    expect(await exported('key_known_since_seconds{')).toEqual([
      `key_known_since_seconds{key_id="2"} ${START_SECONDS + 60}`,
      `key_known_since_seconds{key_id="1"} ${START_SECONDS}`,
    ]);
    expect(await exported('keys{')).toEqual([
      'keys{key_id="2",use="signing"} 1',
      'keys{key_id="1",use="verifying"} 1',
    ]);
    writeFileSync(file, keyText(2));
    source.reload();
    expect(await exported('keys{')).toContain('keys{key_id="1",use="verifying"} 0');
  });

  it('have a growing age only while their file is missing or invalid', async () => {
    await clock.advance(60_000);
    expect(await exported('keys_age')).toEqual(['keys_age_seconds 0']);
    rmSync(file);
    await clock.advance(60_000);
    expect(await exported('keys_age')).toEqual(['keys_age_seconds 60']);
    writeFileSync(file, 'no keys');
    await clock.advance(60_000);
    expect(await exported('keys_age')).toEqual(['keys_age_seconds 120']);
    expect(ids()).toEqual([1]);
    // The error is logged once for each content, not once for each read.
    expect(lines().map(({ level }) => level)).toEqual(['error', 'error']);
    writeFileSync(file, keyText(1));
    await clock.advance(5_000);
    expect(await exported('keys_age')).toEqual(['keys_age_seconds 0']);
  });
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '../../../src/config/index';
import { TopologySource } from '../../../src/store/topology-source';
import { memoryLogger } from '../../support/memory-logger';
import { VirtualClock } from '../../support/virtual-clock';

const cluster = (region: string, writes = 'accepted') => ({ region, writes });
const topology = (writes?: string): string =>
  JSON.stringify({
    instances: {
      demo: {
        clusters: { a: cluster('eu'), b: cluster('us', writes) },
        appProfiles: { 'at-a': { cluster: 'a' }, 'at-b': { cluster: 'b' } },
      },
    },
  });
const GOOD = topology();

describe('The topology source', () => {
  let folder: string;
  let file: string;
  let clock: VirtualClock;
  let source: TopologySource;
  let lines: ReturnType<typeof memoryLogger>['lines'];

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tidemark-topology-'));
    file = join(folder, 'topology.json');
    writeFileSync(file, GOOD);
    clock = new VirtualClock();
    const { logger, lines: logged } = memoryLogger();
    lines = logged;
    const config = loadConfig({ BIGTABLE_EMULATOR_HOST: 'a:1', TIDEMARK_TOPOLOGY: file });
    source = new TopologySource({ config, clock, logger, corpora: [], hasDirectoryKey: true });
  });
  afterEach(() => {
    source.stop();
    rmSync(folder, { recursive: true });
  });

  const poll = (): Promise<void> => clock.advance(5_000);
  const rejections = (): number => lines().filter(({ msg }) => /file is invalid/.test(String(msg))).length;
  const writesOfB = (): unknown =>
    source.current.instances[0]!.clusters.serving.find(({ id }) => id === 'b')!.writes;

  it('keeps the previous topology while a file is written in two parts, and then uses the new one', async () => {
    const next = topology('draining');
    writeFileSync(file, next.slice(0, next.length / 2));
    await poll();
    expect([source.isFileInvalid, rejections(), writesOfB()]).toEqual([true, 1, 'accepted']);
    writeFileSync(file, next);
    await poll();
    expect([source.isFileInvalid, rejections(), writesOfB()]).toEqual([false, 1, 'draining']);
  });

  it('reports a newly accepting cluster as draining, and as accepting after the delay', async () => {
    const heard: unknown[] = [];
    source.onChange(() => heard.push(writesOfB()));
    writeFileSync(file, topology('refused'));
    await poll();
    writeFileSync(file, topology('accepted'));
    await poll();
    expect(heard).toEqual(['refused', 'draining']);
    expect(lines()).toContainEqual(expect.objectContaining({ clusters: ['b'], settleMs: 30_000 }));
    await clock.advance(29_999);
    expect(writesOfB()).toBe('draining');
    await clock.advance(1);
    expect(heard).toEqual(['refused', 'draining', 'accepted']);
  });

  it('recovers when a file that was rejected on an immediate read returns to its previous content', async () => {
    writeFileSync(file, '{');
    source.reload();
    expect([source.isFileInvalid, rejections()]).toEqual([true, 1]);
    writeFileSync(file, GOOD);
    await poll();
    expect([source.isFileInvalid, rejections()]).toEqual([false, 1]);
  });

  it('logs an invalid file once, whether it is polled or read immediately', async () => {
    writeFileSync(file, '{');
    source.reload();
    await poll();
    source.reload();
    await poll();
    expect([source.isFileInvalid, rejections()]).toEqual([true, 1]);
  });
});

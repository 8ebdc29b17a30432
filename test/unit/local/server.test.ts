import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LocalBigtable, startLocalBigtable } from '../../../src/local/server';
import { RawBigtable } from '../../conformance/raw-bigtable';

describe('startLocalBigtable with a data folder', () => {
  let folder: string;
  let server: LocalBigtable | undefined;
  const start = async (): Promise<LocalBigtable> =>
    (server = await startLocalBigtable({ host: '127.0.0.1', port: 0, dataDir: folder }));

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tidemark-local-'));
  });

  afterEach(async () => {
    await server?.close();
    server = undefined;
    await rm(folder, { recursive: true, force: true });
  });

  it('has tables and rows again at the next start', async () => {
    let bigtable = new RawBigtable((await start()).endpoint);
    await bigtable.createTable('t', { f: { gcRule: { maxNumVersions: 2 } } });
    await bigtable.set('t', 'a\0b', [['f', 'q\0\x01\xff', 3_000, 'v\0']]);
    await bigtable.set('t', 'a', [['f', '', 0, '']]);
    const before = await bigtable.read('t');
    bigtable.close();
    await server?.close();
    bigtable = new RawBigtable((await start()).endpoint);
    expect(await bigtable.read('t')).toEqual(before);
    expect((await bigtable.getTable('t')).columnFamilies?.['f']?.gcRule?.maxNumVersions).toBe(2);
    bigtable.close();
  });
});

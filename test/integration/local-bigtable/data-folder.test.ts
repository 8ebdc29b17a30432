import { appendFile, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ClassicLevel } from 'classic-level';
import { tablePrefix } from '../../../src/local-bigtable/storage/row-record';
import { writeFolderState } from '../../../src/local-bigtable/storage/folder-state';
import { type LocalBigtable, startLocalBigtable } from '../../../src/local-bigtable/server';
import { bytes, RawBigtable } from '../../conformance/raw-bigtable';
import { startChildProcess } from '../../support/child-process';

/** Kinds of records. */
const DIGEST = 1;
const DEFINITION = 2;
const DROPPED = 3;

describe('The data folder', () => {
  let folder: string;
  let server: LocalBigtable | undefined;

  const open = async (options: { acceptLostWrites?: boolean } = {}): Promise<RawBigtable> => {
    server = await startLocalBigtable({ host: '127.0.0.1', port: 0, dataDir: folder, ...options });
    return new RawBigtable(server.endpoint);
  };
  const use = async (work: (bigtable: RawBigtable) => Promise<void>): Promise<void> => {
    const bigtable = await open();
    await work(bigtable);
    bigtable.close();
    await server?.close();
    server = undefined;
  };
  const file = async (pattern: RegExp): Promise<string> => {
    const name = (await readdir(join(folder, 'level'))).find((each) => pattern.test(each));
    return join(folder, 'level', name!);
  };
  const inLevel = async (work: (level: ClassicLevel<Buffer, Buffer>) => Promise<void>): Promise<void> => {
    await asIfKilled();
    const encodings = { keyEncoding: 'buffer', valueEncoding: 'buffer' };
    const level = new ClassicLevel<Buffer, Buffer>(join(folder, 'level'), encodings);
    await work(level);
    await level.close();
  };
  /** Leaves the folder in the state of a killed server. */
  const asIfKilled = (): Promise<void> => writeFolderState(folder, { files: new Map() });
  const write = (count: number) => async (bigtable: RawBigtable) => {
    await bigtable.createTable('t', { f: {} });
    for (let row = 0; row < count; row++) {
      await bigtable.set('t', `row-${row}`, [['f', 'q', 0, `value ${row}`.padEnd(200, '.')]]);
    }
  };

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tidemark-folder-'));
  });

  afterEach(async () => {
    await server?.close();
    server = undefined;
    await rm(folder, { recursive: true, force: true });
  });

  it('keeps the order in which families were created', async () => {
    const cells: [string, string, number, string][] = ['b', 'z', 'a'].map((family) => [family, 'q', 0, 'v']);
    const readCells = async (bigtable: RawBigtable) => (await bigtable.read('t'))[0]?.cells;
    await use(async (bigtable) => {
      await bigtable.createTable('t', { a: {}, b: {} });
      await bigtable.set('t', 'k', [
        ['a', 'old', 0, 'v'],
        ['b', 'q', 0, 'v'],
      ]);
      await bigtable.modifyFamilies('t', [{ id: 'z', create: {} }]);
      await bigtable.modifyFamilies('t', [
        { id: 'a', drop: true },
        { id: 'a', create: {} },
      ]);
      await bigtable.set('t', 'k', cells.slice(1));
      expect(await readCells(bigtable)).toEqual(cells);
    });
    await use(async (bigtable) => {
      expect(await readCells(bigtable)).toEqual(cells);
      await bigtable.modifyFamilies('t', [{ id: 'm', create: {} }]);
      await bigtable.set('t', 'k', [['m', 'q', 0, 'v']]);
      expect(await readCells(bigtable)).toEqual([...cells, ['m', 'q', 0, 'v']]);
      await bigtable.deleteTable('t');
      await bigtable.createTable('t', { z: {}, a: {} });
    });
    await use(async (bigtable) => {
      await bigtable.set('t', 'k', [
        ['z', 'q', 0, 'v'],
        ['a', 'q', 0, 'v'],
      ]);
      expect((await readCells(bigtable))?.map(([family]) => family)).toEqual(['a', 'z']);
    });
  });

  it('tables, families and rows survive a restart', async () => {
    const cells = [
      ['f', '', 0, ''],
      ['f', 'q\0\x01\xff', 3_000, 'v\0'],
      ['f', 'q\0\x01\xff', 1_000, 'older'],
      ['g', 'q', 9_007_199_254_740_000, 'far'],
    ] as [string, string, number, string][];
    await use(async (bigtable) => {
      await bigtable.createTable('t', { f: { gcRule: { maxNumVersions: 2 } }, g: {} });
      for (const key of ['a', 'a\0', 'a\0\x01', 'b', '\xff\xff']) await bigtable.set('t', key, cells);
    });
    await use(async (bigtable) => {
      expect(await bigtable.read('t')).toEqual(
        ['a', 'a\0', 'a\0\x01', 'b', '\xff\xff'].map((key) => ({ key, cells })),
      );
      expect((await bigtable.getTable('t')).columnFamilies?.['f']?.gcRule?.maxNumVersions).toBe(2);
    });
  });

  it('deleted cells, rows, families and tables do not return', async () => {
    await use(async (bigtable) => {
      await write(10)(bigtable);
      await bigtable.modifyFamilies('t', [{ id: 'g', create: {} }]);
      await bigtable.set('t', 'row-9', [['g', 'q', 0, 'v']]);
      await bigtable.mutate('t', 'row-0', [{ deleteFromRow: {} }]);
      await bigtable.dropRows('t', { rowKeyPrefix: bytes('row-1') });
      await bigtable.modifyFamilies('t', [{ id: 'g', drop: true }]);
      await bigtable.createTable('gone', { f: {} });
      await bigtable.set('gone', 'k', [['f', 'q', 0, 'v']]);
      await bigtable.deleteTable('gone');
    });
    await use(async (bigtable) => {
      expect((await bigtable.listTables()).tables).toHaveLength(1);
      const rows = await bigtable.read('t');
      expect(rows.map(({ key }) => key)).toEqual([2, 3, 4, 5, 6, 7, 8, 9].map((row) => `row-${row}`));
      expect(rows.at(-1)?.cells).toHaveLength(1);
      await bigtable.createTable('gone', { f: {} });
      expect(await bigtable.read('gone')).toEqual([]);
    });
  });

  it('a new table never gets the number of one whose cells are still being removed', async () => {
    await use(async (bigtable) => {
      await bigtable.createTable('gone', { f: {} });
      await bigtable.deleteTable('gone');
    });
    // State of a process that was killed before it removed the cells.
    await inLevel((level) => level.put(tablePrefix(DROPPED, 1), Buffer.alloc(0)));
    await use(write(1));
    await inLevel(async (level) => {
      expect(await level.get(tablePrefix(DEFINITION, 1))).toBeUndefined();
      expect(await level.get(tablePrefix(DEFINITION, 2))).toBeDefined();
    });
  });

  it('a new table never gets the number of an earlier one', async () => {
    await use(async (bigtable) => {
      await bigtable.createTable('gone', { f: {} });
      await bigtable.deleteTable('gone');
    });
    await use(async () => undefined);
    await use(write(1));
    await inLevel(async (level) => {
      expect(await level.get(tablePrefix(DEFINITION, 2))).toBeDefined();
    });
    // With a higher number in use, the mark of the lower one is removed.
    await use(async () => undefined);
    await inLevel(async (level) => {
      expect(await level.get(tablePrefix(DROPPED, 1))).toBeUndefined();
    });
  });

  it('the folder is rejected when its digest is missing', async () => {
    await use(write(1));
    await inLevel((level) => level.del(tablePrefix(DIGEST, 0)));
    await expect(open()).rejects.toThrow(/is corrupted: its checksum is missing/);
  });

  it('the folder is rejected by a second server, in this process and in another', async () => {
    await open();
    await expect(open()).rejects.toThrow(/is in use by another server/);
    const script = join(__dirname, '../../support/local-bigtable/local-bigtable-process.ts');
    const child = await startChildProcess(script, [folder]);
    expect(child.firstLine).toMatch(/is in use by another server/);
    expect(await child.ended).toBe(1);
  });

  it('the folder is rejected when it has another format', async () => {
    await use(write(1));
    await writeFile(join(folder, 'FORMAT'), 'tidemark-bigtable 999\n');
    await expect(open()).rejects.toThrow(/has the format "tidemark-bigtable 999"/);
  });

  it('the folder is rejected when its format marker is missing', async () => {
    await use(write(1));
    await rm(join(folder, 'FORMAT'));
    await expect(open()).rejects.toThrow(/is corrupted/);
  });

  it.each([[/^CURRENT$/], [/^MANIFEST/]])('the folder is rejected when %s is missing', async (pattern) => {
    await use(write(5));
    await rm(await file(pattern));
    await expect(open()).rejects.toThrow(/is corrupted/);
  });

  it('the folder is rejected when the tail of its log is torn, until the loss of the last write is accepted', async () => {
    await use(write(5));
    await asIfKilled();
    const log = await file(/\.log$/);
    await truncate(log, (await readFile(log)).length - 20);
    await expect(open()).rejects.toThrow(/the last commit is missing at the end of its log/);
    const bigtable = await open({ acceptLostWrites: true });
    const rows = await bigtable.read('t');
    bigtable.close();
    expect(rows.map(({ key }) => key)).toEqual(['row-0', 'row-1', 'row-2', 'row-3']);
  });

  it('the folder is repaired when garbage follows the end of its log', async () => {
    await use(write(5));
    await asIfKilled();
    await appendFile(await file(/\.log$/), Buffer.alloc(100, 7));
    await use(async (bigtable) => expect(await bigtable.read('t')).toHaveLength(5));
  });

  it('the folder is rejected when a byte in the middle of its log has changed', async () => {
    await use(write(500));
    await flip(await file(/\.log$/), 0.5);
    await expect(open()).rejects.toThrow(/is corrupted/);
  });

  it('the folder is rejected when a byte of a table file has changed', async () => {
    await use(write(500));
    // A second start moves the log's records to a table file.
    await use(async () => undefined);
    // Its first part may contain overwritten versions of the digest.
    await flip(await file(/\.ldb$/), 0.75);
    await expect(open()).rejects.toThrow(/is corrupted/);
  });
});

async function flip(path: string, position: number): Promise<void> {
  const contents = await readFile(path);
  contents[Math.floor(contents.length * position)]! ^= 0x20;
  await writeFile(path, contents);
}

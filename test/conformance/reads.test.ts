import { bytes, data, joinChunks, type PlainCell, statusOf } from './raw-bigtable';
import { describeServers } from './servers';

const NOT_FOUND = 5;
const UNIMPLEMENTED = 12;

describeServers('Reads', ({ bigtable, test }) => {
  test('an unknown table is rejected with NOT_FOUND', async () => {
    expect(await statusOf(bigtable().read('nowhere'))).toBe(NOT_FOUND);
    expect(await statusOf(bigtable().sampleRowKeys('nowhere'))).toBe(NOT_FOUND);
  });

  test('an empty table has no rows', async () => {
    await bigtable().createTable('empty', { f: {} });
    expect(await bigtable().readResponses('empty')).toEqual([]);
  });

  test('values of any size are returned', async () => {
    await bigtable().createTable('sizes', { f: {} });
    const sizes = [0, 1, 2, 3, 127, 128, 16_383, 16_384];
    const cells = sizes.map((size): PlainCell => ['f', String(size).padStart(5, '0'), 0, 'x'.repeat(size)]);
    await bigtable().set('sizes', 'k', cells);
    expect(await bigtable().read('sizes')).toEqual([{ key: 'k', cells }]);
  });

  test('any bytes in any field are returned', async () => {
    await bigtable().createTable('bytes', { f: {} });
    const texts = ['\0', '\0\0', '\x7f', '\x80', '\xff', '\xff\0', '\xc3\xa9', '\n', ' '];
    const cells = ['', ...texts].sort().map((text): PlainCell => ['f', text, 1_000, text]);
    for (const key of texts) await bigtable().set('bytes', key, cells);
    expect(await bigtable().read('bytes')).toEqual([...texts].sort().map((key) => ({ key, cells })));
  });

  test('families, columns and versions are in order', async () => {
    await bigtable().createTable('order', {});
    for (const id of ['a', 'b', 'c-1']) await bigtable().modifyFamilies('order', [{ id, create: {} }]);
    const cells = ['a', 'b', 'c-1'].flatMap((family) =>
      ['', 'p', 'p\0', 'q'].flatMap((qualifier) =>
        [9_000, 8_000, 0].map((micros): PlainCell => [family, qualifier, micros, `${micros}`]),
      ),
    );
    for (const cell of [...cells].reverse()) await bigtable().set('order', 'k', [cell]);
    expect((await bigtable().read('order'))[0]?.cells).toEqual(cells);
  });

  test('rows with many cells and bytes are returned over many messages', async () => {
    await bigtable().createTable('large', {});
    for (const id of ['f', 'g']) await bigtable().modifyFamilies('large', [{ id, create: {} }]);
    const cells = Array.from({ length: 3_000 }, (_, index): PlainCell => [
      index < 1_500 ? 'f' : 'g',
      `q${String(index).padStart(5, '0')}`,
      index * 1_000,
      String.fromCharCode(index % 256).repeat(index === 1_000 ? 300_000 : index % 100),
    ]);
    for (const key of ['k', 'l']) await bigtable().set('large', key, cells);
    const responses = await bigtable().readResponses('large');
    expect(responses.length).toBeGreaterThan(1);
    const chunks = responses.flatMap((response) => response.chunks);
    // As texts: a diff of the values would be unreadable and slow.
    const rows = ['k', 'l'].map((key) => ({ key, cells }));
    expect(JSON.stringify(joinChunks(chunks)) === JSON.stringify(rows)).toBe(true);
    expect(chunks.filter(({ commitRow }) => commitRow === true)).toHaveLength(2);
    expect(chunks.some(({ resetRow }) => resetRow === true)).toBe(false);
  });

  test('each of very many rows is returned once', async () => {
    await bigtable().createTable('many', { f: {} });
    const keys = Array.from({ length: 5_000 }, (_, index) => `k${String(index).padStart(6, '0')}`);
    const set = { setCell: { familyName: 'f', columnQualifier: bytes('q'), value: bytes('v') } };
    await bigtable().mutateRows(
      'many',
      keys.map((key): [string, data.IMutation[]] => [key, [set]]),
    );
    expect((await bigtable().read('many')).map(({ key }) => key)).toEqual(keys);
    const filter = { rowKeyRegexFilter: bytes('.*777') };
    expect((await bigtable().read('many', { filter })).map(({ key }) => key)).toEqual(
      keys.filter((key) => key.endsWith('777')),
    );
  });

  test('a row mutation is never seen partially', async () => {
    await bigtable().createTable('whole', { f: {} });
    const write = (value: string): Promise<void> =>
      bigtable().set(
        'whole',
        'k',
        Array.from({ length: 50 }, (_, index): PlainCell => ['f', `q${index}`, 0, value]),
      );
    const writing = Promise.all(Array.from({ length: 40 }, (_, round) => write(String(round))));
    const reading = Promise.all(Array.from({ length: 40 }, () => bigtable().read('whole')));
    for (const [row] of await reading) {
      const values = new Set((row?.cells ?? []).map(([, , , value]) => value));
      expect(values.size).toBeLessThanOrEqual(1);
      if (row !== undefined) expect(row.cells).toHaveLength(50);
    }
    await writing;
  });

  test('sampled keys are in order and end with the end of the table', async () => {
    await bigtable().createTable('samples', { f: {} });
    for (const key of ['a', 'b', 'c']) await bigtable().set('samples', key, [['f', 'q', 0, '']]);
    const samples = await bigtable().sampleRowKeys('samples');
    const sampled = samples.map(({ rowKey }) => Buffer.from(rowKey ?? []).toString('latin1'));
    expect(sampled.at(-1)).toBe('');
    expect([...sampled.slice(0, -1)].sort()).toEqual(sampled.slice(0, -1));
    const offsets = samples.map(({ offsetBytes }) => Number(offsetBytes ?? 0));
    expect([...offsets].sort((a, b) => a - b)).toEqual(offsets);
  });

  test('statistics are returned in the last message on request', async () => {
    await bigtable().createTable('stats', { f: {} });
    for (const key of ['a', 'b', 'c']) {
      await bigtable().set('stats', key, [
        ['f', 'q', 0, key],
        ['f', 'r', 0, key],
      ]);
    }
    const request = {
      requestStatsView: data.ReadRowsRequest.RequestStatsView.REQUEST_STATS_FULL,
      filter: {
        chain: { filters: [{ rowKeyRegexFilter: bytes('[bcd]') }, { cellsPerRowLimitFilter: 1 }] },
      },
    };
    const responses = await bigtable().readResponses('stats', request);
    const full = responses.at(-1)?.requestStats?.fullReadStatsView;
    expect(JSON.parse(JSON.stringify(full?.readIterationStats))).toEqual({
      rowsSeenCount: '3',
      rowsReturnedCount: '2',
      cellsSeenCount: '6',
      cellsReturnedCount: '2',
    });
    expect(full?.requestLatencyStats?.frontendServerLatency).toBeTruthy();
    expect(joinChunks(responses.flatMap(({ chunks }) => chunks)).map(({ key }) => key)).toEqual(['b', 'c']);
    await bigtable().createTable('no-stats', { f: {} });
    expect((await bigtable().readResponses('no-stats', request)).at(-1)?.requestStats).toBeTruthy();
    expect((await bigtable().readResponses('stats')).some(({ requestStats }) => requestStats)).toBe(false);
  });

  test(
    'reads through materialized views are not implemented',
    async () => {
      const materializedViewName = `${bigtable().instance}/materializedViews/v`;
      await bigtable().createTable('viewed', { f: {} });
      expect(await statusOf(bigtable().readResponses('viewed', { materializedViewName }))).toBe(
        UNIMPLEMENTED,
      );
    },
    'materialized-views',
  );

  test(
    'sampled keys include the initial splits of a table',
    async () => {
      const splits = ['apple', 'customer_1', '\xff'];
      await bigtable().createTable('split', { f: {} }, splits);
      const sampled = async (): Promise<string[]> =>
        (await bigtable().sampleRowKeys('split')).map(({ rowKey }) =>
          Buffer.from(rowKey ?? []).toString('latin1'),
        );
      expect(await sampled()).toEqual([...splits, '']);
      await bigtable().set('split', 'b', [['f', 'q', 0, 'v']]);
      expect(await sampled()).toEqual([...splits, '']);
    },
    'initial-splits',
  );
});

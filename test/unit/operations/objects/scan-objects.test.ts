import type { Filter } from '../../../../src/bigtable/client/types';
import { loadSchema } from '../../../../src/codec/declarations/schema-registry';
import { DEFAULTS } from '../../../../src/config/defaults';
import type { VisibleScanner } from '../../../../src/consistency/store';
import { columnMarker } from '../../../../src/core/objects/delete-markers';
import { rowKey } from '../../../../src/core/rows/row-key';
import { generationColumn } from '../../../../src/core/generations/generation-column';
import { TidemarkError } from '../../../../src/errors';
import type { ScanGenerations } from '../../../../src/operations/generations/scan-generations';
import { GENERATIONS_PROTO } from '../../../support/generation-world';
import { protoFolder } from '../../../support/proto-folder';
import { createScanObjects, type ObjectScanSelection } from '../../../../src/operations/objects/scan-objects';
import { systemClock } from '../../../../src/platform/time/clock';
import { tidemarkError } from '../../../support/tidemark-error';

const schema = loadSchema();
const NOW_MS = Date.UTC(2026, 10, 23);
const clock = { ...systemClock, nowMs: () => NOW_MS };

const cellOf = (qualifier: Buffer | string, timestampMs: number) => ({
  family: 'profile',
  qualifier: Buffer.from(qualifier),
  timestampMicros: timestampMs * 1_000,
  value: Buffer.alloc(0),
  labels: [],
});
type Cells = readonly ReturnType<typeof cellOf>[];

/** Scans one row that has these cells, whatever the filter. */
async function scan(cells: Cells, selection: Partial<ObjectScanSelection> = {}, key = rowKey('a')) {
  const filters: Filter[] = [];
  const scanner: VisibleScanner = {
    async *scan({ filter }) {
      filters.push(filter);
      yield { key, row: { key, cells }, privacy: undefined };
    },
  };
  const dependencies = { scanner, schema, clock, limits: DEFAULTS.objects };
  const rows = createScanObjects(dependencies, { corpus: 'users', ids: {}, ...selection });
  for await (const { cells: found, ...object } of rows({ share: { index: 0, count: 1 } }, {}))
    return { ...object, filters, found: found.map((each) => `${each.subType}@${each.timestampMs}`) };
  throw new Error('no row was scanned');
}

describe('A scan of objects', () => {
  // The DataType keeps three versions.
  const versions = [5, 4, 3, 2, 1].map((at) => cellOf('main', at));

  it('shows no versions beyond the retention, which garbage collection may have left', async () => {
    expect((await scan(versions)).found).toEqual(['main@5', 'main@4', 'main@3']);
    expect((await scan([...versions, cellOf('other', 1)])).found).toContain('other@1');
  });

  it('counts later versions for the retention when a range of time ends before them', async () => {
    expect((await scan(versions, { toMs: 5 })).found).toEqual(['main@4', 'main@3']);
    expect((await scan(versions, { toMs: 3 })).found).toEqual([]);
    expect((await scan(versions, { toMs: 5, versions: 1 })).found).toEqual(['main@4']);
  });

  it('obeys a marker that is later than the range of time', async () => {
    const marker = cellOf(columnMarker(Buffer.from('main')), 4);
    expect((await scan([marker, ...versions], { toMs: 4 })).found).toEqual([]);
    expect((await scan([marker, ...versions])).found).toEqual(['main@5']);
  });

  it('shows selected SubTypes only, also if a filter cannot name them all', async () => {
    const names = Array.from({ length: 500 }, (_, at) => `sub-type-${at}`);
    const select = [{ dataType: 'profile', subTypes: [...names, 'main'] }];
    const { found, filters } = await scan([cellOf('main', 2), cellOf('other', 2)], { select });
    expect(found).toEqual(['main@2']);
    expect(JSON.stringify(filters)).not.toContain('sub-type-7');
  });

  it('leaves out and counts what has no text as its name', async () => {
    const broken = Buffer.from([0xc3, 0x28]);
    expect(await scan([cellOf('main', 1), cellOf(broken, 1)])).toMatchObject({
      found: ['main@1'],
      unreadable: 1,
    });
    const key = Buffer.concat([Buffer.from('00#'), broken]);
    expect(await scan(versions, {}, key)).toMatchObject({ found: [], unreadable: 5 });
    expect(await scan(versions, {}, Buffer.from('00!1'))).toMatchObject({ found: [], unreadable: 0 });
  });

  it('rejects a corpus without objects, and an empty range of time', async () => {
    await expect(scan([], { corpus: 'campaign_counts' })).rejects.toThrow(
      tidemarkError('invalid_argument', 'corpus', 'has no objects'),
    );
    await expect(scan([], { fromMs: 5, toMs: 5 })).rejects.toThrow(tidemarkError('invalid_argument', 'to'));
  });
});

describe('A scan of a DataType in generations', () => {
  const generated = loadSchema({ protoPaths: [protoFolder({ 'acme/v1/vectors.proto': GENERATIONS_PROTO })] });
  const rowsBefore = 2;
  const column = (generation: number, name: string) => generationColumn(generation, Buffer.from(name));
  const row = {
    key: rowKey('a'),
    cells: [column(1, 'main'), column(2, 'main'), column(2, 'other')].map((qualifier) => ({
      ...cellOf(qualifier, 1),
      family: 'vectors',
    })),
  };

  /** Scans some rows, and returns their SubTypes. */
  async function scanned(generations: ScanGenerations | undefined, rows = rowsBefore) {
    const scanner: VisibleScanner = {
      async *scan() {
        for (let at = 0; at < rows; at++) yield { key: row.key, row, privacy: undefined };
      },
    };
    const dependencies = { scanner, schema: generated, clock, limits: DEFAULTS.objects, generations };
    const select = [{ dataType: 'vectors' }];
    const found: string[] = [];
    const all = createScanObjects(dependencies, { corpus: 'users', ids: {}, select });
    for await (const { cells } of all({ share: { index: 0, count: 1 } }, {}))
      found.push(cells.map(({ subType }) => subType).join());
    return found;
  }

  /** Generation that is collected once `confirm` was called so many times. */
  const collectedAfter = (confirmed: number): ScanGenerations => {
    let count = 0;
    const collected = new TidemarkError('generation_not_found', 'collected');
    return {
      pins: new Map([['vectors', 2]]),
      confirm: () => (count++ < confirmed ? undefined : Promise.reject(collected)),
    };
  };

  it('shows the cells of one generation by their SubTypes', async () => {
    expect(await scanned(collectedAfter(Infinity))).toEqual(['main,other', 'main,other']);
  });

  it('ends with an error if the generation is collected after a row, or after the last one', async () => {
    await expect(scanned(collectedAfter(1))).rejects.toThrow(tidemarkError('generation_not_found'));
    await expect(scanned(collectedAfter(rowsBefore))).rejects.toThrow(tidemarkError('generation_not_found'));
    await expect(scanned(collectedAfter(0), 0)).rejects.toThrow(tidemarkError('generation_not_found'));
  });

  it('is rejected without the number of a generation', async () => {
    await expect(scanned(undefined)).rejects.toThrow(tidemarkError('not_ready'));
  });
});

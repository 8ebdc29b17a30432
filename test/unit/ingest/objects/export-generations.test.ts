/** Exports of generations that are interrupted and continued. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEFAULTS } from '../../../../src/config/defaults';
import { rowKey } from '../../../../src/core/rows/row-key';
import { exportObjectsFiles } from '../../../../src/ingest/objects/export-objects-files';
import type { ScannedNumbers } from '../../../../src/operations/generations/scan-generations';
import { systemClock } from '../../../../src/platform/time/clock';
import { tidemarkError } from '../../../support/tidemark-error';

const IDS = ['a', 'b', 'c'];
const codec = {
  toJson: (value: Buffer) => value.toString(),
  fromJson: (json: unknown) => Buffer.from(String(json)),
};

describe('An export of a generation', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-export-generations-'));
  const output = join(folder, 'vectors.ndjson');
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Generations that the earlier run of each export had read. */
  let earlier: (ScannedNumbers | undefined)[] = [];
  beforeEach(() => (earlier = []));

  /** Exports objects whose value is the published generation. It is interrupted after the row `stopAfter`. */
  function exported(
    published: number,
    { stopAfter = '', generations = undefined as Record<string, number> | undefined } = {},
  ) {
    const stop = new AbortController();
    const options = {
      output,
      format: 'ndjson' as const,
      files: 1,
      worker: { index: 0, count: 1 },
      selection: { corpus: 'users', ids: {} },
      generations,
      checkpointPath: `${output}.checkpoint`,
      restart: false,
      dryRun: false,
      source: 'test',
      signal: stop.signal,
    };
    return exportObjectsFiles(options, {
      openScan: async (before) => {
        earlier.push(before);
        const number = before?.['vectors'] ?? published;
        return {
          generations: { vectors: number },
          async *scan({ after }) {
            for (const id of IDS) {
              if (after !== undefined && rowKey(id).compare(after) <= 0) continue;
              const cell = {
                dataType: 'vectors',
                subType: 'main',
                timestampMs: 1,
                value: Buffer.from(String(number)),
              };
              yield { key: rowKey(id), id, cells: [cell], unreadable: 0 };
              if (id === stopAfter) stop.abort(new Error('interrupted'));
            }
          },
        };
      },
      codecOf: () => codec,
      clock: systemClock,
      limits: { ...DEFAULTS.objectExport, pageRecords: 1, checkpointIntervalMs: 0 },
    });
  }

  it('reads the same generation when it is continued, and a new export reads the present one', async () => {
    IDS.sort((a, b) => rowKey(a).compare(rowKey(b)));
    expect(await exported(1, { stopAfter: IDS[0]! })).toMatchObject({ status: 'interrupted' });
    expect(await exported(2)).toMatchObject({ status: 'complete', cells: 3, generations: { vectors: 1 } });
    const values = readFileSync(output, 'utf8').trim().split('\n');
    expect(values.map((line) => (JSON.parse(line) as { value: string }).value)).toEqual(['1', '1', '1']);
    expect(await exported(2)).toMatchObject({ status: 'complete', generations: { vectors: 2 } });
    expect(earlier).toEqual([undefined, { vectors: 1 }, undefined]);
  });

  it('is not continued with another generation than the one that it was begun with by name', async () => {
    await exported(1, { stopAfter: IDS[0]!, generations: { vectors: 1 } });
    await expect(exported(1, { generations: { vectors: 2 } })).rejects.toThrow(
      tidemarkError('invalid_argument', 'checkpoint'),
    );
  });
});

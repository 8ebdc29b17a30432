import type { Row, RowRange } from '../../../../src/bigtable/client/types';
import { rowKey } from '../../../../src/core/rows/row-key';
import { TidemarkError } from '../../../../src/errors';
import {
  rebuildDirectory,
  type RebuildJob,
  type RebuildPosition,
} from '../../../../src/operations/residency/rebuild/rebuild-directory';
import type { RebuildPart } from '../../../../src/operations/residency/rebuild/rebuild-parts';
import { RowRate } from '../../../../src/routing/admission/row-rate';
import { VirtualClock } from '../../../support/virtual-clock';

const USERS = Array.from({ length: 25 }, (_, index) => rowKey(`user-${index}`));
/** Rows of heartbeats lie between those of users. */
const HEARTBEATS = USERS.map((key) => Buffer.concat([key.subarray(0, 2), Buffer.from('!0')]));
const byKey = (a: Buffer, b: Buffer): number => a.compare(b);
const KEYS = [...USERS, ...HEARTBEATS].sort(byKey);
const textOf = (keys: readonly Buffer[]): string[] => keys.map((key) => key.toString());

const isIn = (key: Buffer, { start, end }: RowRange): boolean =>
  (start === undefined || key.compare(start.key) >= 0) && (end === undefined || key.compare(end.key) < 0);

/** A table of one section, no row of which needs another entry, and which fails behind `failsAt` rows. */
function tableOf(table: string, failsAt = Infinity): RebuildPart & { readonly seen: string[] } {
  const seen: string[] = [];
  const scanner = {
    sampleKeys: () => Promise.resolve([]),
    async *scan({ ranges }: { readonly ranges?: readonly RowRange[] | undefined }): AsyncGenerator<Row> {
      await Promise.resolve();
      for (const key of KEYS) if (isIn(key, ranges![0]!)) yield { key, cells: [] };
    },
  };
  return {
    table,
    seen,
    scanner,
    filter: { passAllFilter: true },
    candidates(rows, tally) {
      if (seen.length >= failsAt) throw new TidemarkError('store_unavailable', 'away');
      tally.rows += rows.length;
      seen.push(...textOf(rows.map(({ key }) => key)));
      return Promise.resolve([]);
    },
  };
}

function run(
  parts: readonly RebuildPart[],
  { rowsPerSecond = 0, ...job }: Partial<RebuildJob> & { readonly rowsPerSecond?: number } = {},
) {
  const clock = new VirtualClock();
  /** Names of the calls to the feed and the waves, each with its time in milliseconds. */
  const steps: [string, number][] = [];
  const startedMs = clock.monotonicMs();
  const step = (name: string) => () => {
    steps.push([name, clock.monotonicMs() - startedMs]);
    return Promise.resolve([]);
  };
  const unused = () => Promise.reject(new Error('no entry changes'));
  const ended = rebuildDirectory(
    {
      parts,
      clock,
      rate: new RowRate(rowsPerSecond),
      openWaves: step('waves'),
      subjectOf: () => undefined,
      directory: { present: unused, change: unused },
      feed: { beginRebuild: step('mark'), endRebuild: step('end') },
      limits: { rowsPerPage: 4, confirmationsInFlight: 1, callTimeoutMs: 1_000, leaseMs: 3_000 },
    } as unknown as Parameters<typeof rebuildDirectory>[0],
    {
      dryRun: true,
      signal: new AbortController().signal,
      onRecord: () => undefined,
      onSettled: () => undefined,
      ...job,
    },
  );
  return { ended, clock, steps };
}

describe('A rebuild of the directory', () => {
  it('continues inside of a table where a failed run has ended, with its totals', async () => {
    const settled: RebuildPosition[] = [];
    let saved = '';
    const failed = await run([tableOf('a'), tableOf('b', 20), tableOf('c')], {
      onSettled(position, { tally }) {
        settled.push(position);
        saved = JSON.stringify(tally);
      },
    }).ended;
    expect(failed).toMatchObject({ status: 'failed', error: { code: 'store_unavailable' } });
    expect(settled.at(-1)).toEqual({ table: 'b', after: KEYS[19] });
    const parts = [tableOf('a'), tableOf('b'), tableOf('c')] as const;
    const tally = JSON.parse(saved) as typeof failed.tally;
    const result = await run(parts, { position: settled.at(-1)!, tally }).ended;
    expect(parts.map(({ seen }) => seen)).toEqual([[], textOf(KEYS.slice(20)), textOf(KEYS)]);
    expect(result).toMatchObject({ status: 'complete', tally: { rows: 3 * KEYS.length } });
  });

  it('begins anew with a checkpoint of a table that the topology does not have any more', async () => {
    const parts = [tableOf('a'), tableOf('b')] as const;
    await run(parts, { position: { table: 'former', after: KEYS[9]! } }).ended;
    expect(parts.map(({ seen }) => seen)).toEqual([textOf(KEYS), textOf(KEYS)]);
  });

  it('limits the rate of the rows of users, and does not count those of heartbeats', async () => {
    // Between 25 rows are 24 intervals of 0.2 s, of which the first second is not waited for.
    const { ended, clock } = run([tableOf('a')], { rowsPerSecond: 5 });
    for (let second = 0; second < 10; second++) await clock.advance(1_000);
    expect(await ended).toMatchObject({ status: 'complete', seconds: expect.closeTo(3.8) as number });
  });

  it('marks the feed, and waits until no process uses the former directory, before it looks at anything', async () => {
    const part = tableOf('a');
    const { ended, clock, steps } = run([part], { dryRun: false });
    // Twice the lease of 3 s.
    await clock.advance(5_999);
    expect([steps, part.seen]).toEqual([[['mark', 0]], []]);
    await clock.advance(1);
    expect(await ended).toMatchObject({ status: 'complete' });
    expect(steps).toEqual([
      ['mark', 0],
      ['waves', 6_000],
      ['end', 6_000],
    ]);
    expect(part.seen).toEqual(textOf(KEYS));
  });

  it('leaves the mark if it fails', async () => {
    const { ended, clock, steps } = run([tableOf('a', 0)], { dryRun: false });
    await clock.advance(6_000);
    expect(await ended).toMatchObject({ status: 'failed' });
    expect(steps.map(([name]) => name)).toEqual(['mark', 'waves']);
  });

  it('marks nothing in a dry run', async () => {
    const { ended, steps } = run([tableOf('a')]);
    expect(await ended).toMatchObject({ status: 'complete' });
    expect(steps.map(([name]) => name)).toEqual(['waves']);
  });
});

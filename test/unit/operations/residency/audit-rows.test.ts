import type { Row, RowRange } from '../../../../src/bigtable/client/types';
import { rowKey } from '../../../../src/core/rows/row-key';
import { TidemarkError } from '../../../../src/errors';
import type { AuditPart } from '../../../../src/operations/residency/audit-part';
import {
  auditRows,
  type AuditJob,
  type AuditPosition,
} from '../../../../src/operations/residency/audit-rows';
import { systemClock } from '../../../../src/platform/time/clock';

const KEYS = Array.from({ length: 25 }, (_, index) => rowKey(`user-${index}`)).sort((a, b) => a.compare(b));

const isIn = (key: Buffer, { start, end }: RowRange): boolean =>
  (start === undefined || key.compare(start.key) >= 0) && (end === undefined || key.compare(end.key) < 0);

/** A table whose rows are all reported, and which fails behind `failsAt` rows. */
function tableOf(table: string, failsAt = Infinity): AuditPart & { readonly seen: string[] } {
  const seen: string[] = [];
  return {
    table,
    seen,
    filter: { passAllFilter: true },
    scanner: {
      sampleKeys: () => Promise.resolve([{ key: KEYS[11]!, offsetBytes: 1 }]),
      async *scan({ ranges }): AsyncGenerator<Row> {
        await Promise.resolve();
        for (const key of KEYS) if (isIn(key, ranges![0]!)) yield { key, cells: [] };
      },
    },
    compare(rows, tally) {
      if (seen.length >= failsAt) throw new TidemarkError('store_unavailable', 'away');
      tally.rows += rows.length;
      seen.push(...rows.map(({ key }) => key.toString()));
      return Promise.resolve([]);
    },
  };
}

const run = (parts: readonly AuditPart[], job: Partial<AuditJob> = {}, rate = { reserve: () => 0 }) => {
  const limits = { rowsPerPage: 4, callTimeoutMs: 1_000 };
  return auditRows(
    { parts, clock: systemClock, rate, limits },
    {
      worker: { index: 0, count: 1 },
      signal: new AbortController().signal,
      onRecord: () => undefined,
      onSettled: () => undefined,
      ...job,
    },
  );
};
const all = KEYS.map((key) => key.toString());

describe('The job of an audit', () => {
  it('compares each row of each table once, and reports the share that is done', async () => {
    const parts = [tableOf('a'), tableOf('b')];
    const shares: number[] = [];
    const result = await run(parts, { onSettled: (_position, { share }) => shares.push(share) });
    expect(result).toMatchObject({ status: 'complete', tally: { rows: 50 } });
    for (const { seen } of parts) expect(seen).toEqual(all);
    expect(shares).toEqual([...shares].sort((a, b) => a - b));
    expect(shares.at(-1)).toBeLessThanOrEqual(1);
  });

  it('divides the rows among workers', async () => {
    const parts = [0, 1, 2].map(() => tableOf('a'));
    for (const [index, part] of parts.entries()) await run([part], { worker: { index, count: 3 } });
    expect(parts.flatMap(({ seen }) => seen)).toEqual(all);
  });

  it('continues where a failed run has ended, with its totals', async () => {
    const settled: AuditPosition[] = [];
    let saved = '';
    const failed = await run([tableOf('a'), tableOf('b', 8)], {
      onSettled(position, { tally }) {
        settled.push(position);
        saved = JSON.stringify(tally);
      },
    });
    expect(failed).toMatchObject({ status: 'failed', error: { code: 'store_unavailable' } });
    const parts = [tableOf('a'), tableOf('b')] as const;
    const tally = JSON.parse(saved) as typeof failed.tally;
    const result = await run(parts, { position: settled.at(-1)!, tally });
    expect(parts[0].seen).toEqual([]);
    expect(parts[1].seen).toEqual(all.slice(8));
    expect(result).toMatchObject({ status: 'complete', tally: { rows: 50 } });
  });

  it('limits the rate of the rows of users, and does not count those of heartbeats', async () => {
    const part = tableOf('a');
    const heartbeats = KEYS.map((key) => Buffer.concat([key.subarray(0, 2), Buffer.from('!0')]));
    const scanner = {
      ...part.scanner,
      async *scan({ ranges }: { readonly ranges?: readonly RowRange[] | undefined }): AsyncGenerator<Row> {
        await Promise.resolve();
        for (const key of [...KEYS, ...heartbeats].sort((a, b) => a.compare(b)))
          if (isIn(key, ranges![0]!)) yield { key, cells: [] };
      },
    };
    let reserved = 0;
    const rate = {
      reserve() {
        reserved += 1;
        return 0;
      },
    };
    await run([{ ...part, scanner }], {}, rate);
    expect(part.seen).toHaveLength(2 * KEYS.length);
    expect(reserved).toBe(KEYS.length);
  });

  it('ends when it is interrupted', async () => {
    const interrupt = new AbortController();
    const part = tableOf('a');
    const result = await run([part], {
      signal: interrupt.signal,
      onSettled: () => interrupt.abort(),
    });
    expect(result.status).toBe('interrupted');
    expect(part.seen.length).toBe(4);
  });
});

import { loadSchema } from '../../../../src/codec/declarations/schema-registry';
import { rowKey } from '../../../../src/core/rows/row-key';
import { DEFAULTS } from '../../../../src/config/defaults';
import { campaignRanges } from '../../../../src/operations/campaigns/campaign-rows';
import {
  currentReportKey,
  isRetainedReportKey,
  retainedReportKey,
  reportNameOf,
  reportName,
  PROGRESS_FAMILY,
  PROGRESS_RETENTION_MS,
  PROGRESS_TABLE,
  reportsReadFromMs,
} from '../../../../src/operations/lag/progress-report-rows';
import { snapshotKey } from '../../../../src/operations/pacing/pacing-rows';

const NOW = Date.parse('2026-11-21T09:30:29.500Z');
const PROCESS = { stage: 'consumer', process: 'consumer-7d9/f.1.0a1b2c' } as const;
const KEYS = [
  retainedReportKey(PROCESS),
  currentReportKey(PROCESS, NOW),
  snapshotKey({ epoch: 1, sequence: 1 }),
];

const isIn = (ranges: ReturnType<typeof campaignRanges>, key: Buffer): boolean =>
  ranges.some(
    ({ start, end }) =>
      (start === undefined || start.key.compare(key) < Number(start.inclusive)) &&
      (end === undefined || end.key.compare(key) > 0),
  );

describe('The rows of reports', () => {
  it('keys contain the process and the time', () => {
    const [kept, current] = KEYS as [Buffer, Buffer];
    expect(current.toString()).toMatch(
      /^[0-9a-f]{2}\$ingestion\/now\/2026-11-21T09:30\/consumer\/consumer-7d9\/f\.1\.0a1b2c$/,
    );
    expect([kept, current].map(reportNameOf)).toEqual([reportName(PROCESS), reportName(PROCESS)]);
    expect([kept, current].map(isRetainedReportKey)).toEqual([true, false]);
  });

  it('the last two minutes are read, or as many as a silent process is waited for', () => {
    const iso = (limits: object): string =>
      new Date(reportsReadFromMs(NOW, { ...DEFAULTS.lag, ...limits })).toISOString();
    expect(iso({})).toBe('2026-11-21T09:29:00.000Z');
    expect(iso({ deadAfterMs: 3_600_000 })).toBe('2026-11-21T08:30:00.000Z');
  });

  it('they are outside the ranges in which lists search for campaigns', () => {
    for (const behind of [undefined, rowKey('a'), rowKey('pacing'), rowKey('ingestion')]) {
      for (const key of KEYS) expect(isIn(campaignRanges(behind), key)).toBe(false);
    }
    expect(isIn(campaignRanges(), rowKey('pacing'))).toBe(true);
    expect(isIn(campaignRanges(), Buffer.from('ff#campaign'))).toBe(true);
  });

  it('they expire by the retention of the schema', () => {
    const { retention } = loadSchema().dataType(PROGRESS_TABLE, PROGRESS_FAMILY);
    expect(retention).toMatchObject({ maxAgeMs: PROGRESS_RETENTION_MS, versionsMax: 1 });
  });
});

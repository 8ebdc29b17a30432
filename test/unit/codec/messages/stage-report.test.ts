import { decodeStageReport, encodeStageReport } from '../../../../src/codec/messages/stage-report';
import type { StageReport } from '../../../../src/core/lag/stage-report';
import { DEFAULTS } from '../../../../src/config/defaults';
import { report } from '../../core/lag/reports';
import { tidemarkError } from '../../../support/tidemark-error';

describe('a report of progress', () => {
  it.each<[string, Partial<StageReport>]>([
    ['all fields', { backlogMessages: 2 ** 40, backlogAgeSeconds: 0, producerDelayP99Ms: 0 }],
    ['required fields only', { producerDelayP99Ms: undefined }],
    ['an end', { ended: true, stage: 'api', source: '' }],
  ])('is decoded as it was encoded with %s', (_, changes) => {
    const progress = report(changes);
    expect(decodeStageReport(encodeStageReport(progress))).toEqual(progress);
  });

  it('is settled up to its own time at most', () => {
    const progress = report();
    expect(decodeStageReport(encodeStageReport({ ...progress, settledUpToMs: progress.atMs + 1 }))).toEqual({
      ...progress,
      settledUpToMs: progress.atMs,
    });
  });

  it('is settled up to the epoch at least', () => {
    const value = encodeStageReport({ ...report(), settledUpToMs: -8.64e15 - 1 });
    expect(decodeStageReport(value).settledUpToMs).toBe(0);
  });

  it.each([
    ['bytes that are not a report', Buffer.from('odd')],
    ['an unknown stage', encodeStageReport({ ...report(), stage: 'gate' as 'api' })],
    ['nothing', Buffer.alloc(0)],
    ['a time out of range', encodeStageReport({ ...report(), atMs: 8.64e15 + 1 })],
    ['a negative time', encodeStageReport({ ...report(), atMs: -1 })],
  ])('is corrupted with %s', (_, bytes) => {
    expect(() => decodeStageReport(bytes)).toThrow(tidemarkError('data_corrupted'));
  });

  it('has a redelivery time as long as subscriptions lease messages', () => {
    expect(DEFAULTS.lag.redeliveredAfterMs).toBeGreaterThanOrEqual(
      DEFAULTS.pubsub.ackDeadlineSeconds * 1_000,
    );
  });
});

import { decodeStageReport, encodeStageReport } from '../../../../src/codec/messages/stage-report';
import type { StageReport } from '../../../../src/core/lag/stage-report';
import { DEFAULTS } from '../../../../src/config/defaults';
import { report } from '../../core/lag/reports';
import { tidemarkError } from '../../../support/tidemark-error';

describe('a report of progress', () => {
  it.each<[string, Partial<StageReport>]>([
    ['all that can be told', { backlogMessages: 2 ** 40, backlogAgeSeconds: 0, producerDelayP99Ms: 0 }],
    ['what must be told', { producerDelayP99Ms: undefined }],
    ['an end', { ended: true, stage: 'api', source: '' }],
  ])('comes back with %s', (_, changes) => {
    const told = report(changes);
    expect(decodeStageReport(encodeStageReport(told))).toEqual(told);
  });

  it('has settled nothing of the future', () => {
    const told = report();
    expect(decodeStageReport(encodeStageReport({ ...told, settledUpToMs: told.atMs + 1 }))).toEqual({
      ...told,
      settledUpToMs: told.atMs,
    });
  });

  it('has settled nothing before time began', () => {
    const value = encodeStageReport({ ...report(), settledUpToMs: -8.64e15 - 1 });
    expect(decodeStageReport(value).settledUpToMs).toBe(0);
  });

  it.each([
    ['bytes that are none', Buffer.from('odd')],
    ['a stage that is not known here', encodeStageReport({ ...report(), stage: 'gate' as 'api' })],
    ['nothing', Buffer.alloc(0)],
    ['a time that no clock can tell', encodeStageReport({ ...report(), atMs: 8.64e15 + 1 })],
    ['one before time began', encodeStageReport({ ...report(), atMs: -1 })],
  ])('is damaged with %s', (_, bytes) => {
    expect(() => decodeStageReport(bytes)).toThrow(tidemarkError('data_corrupted'));
  });

  it('waits for messages as long as subscriptions lease them', () => {
    expect(DEFAULTS.lag.redeliveredAfterMs).toBeGreaterThanOrEqual(
      DEFAULTS.pubsub.ackDeadlineSeconds * 1_000,
    );
  });
});

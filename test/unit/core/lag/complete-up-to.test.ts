import { completeUpTo } from '../../../../src/core/lag/complete-up-to';
import type { StageReport } from '../../../../src/core/lag/stage-report';
import { LIMITS, MINUTE, NOW, report, SECOND } from './reports';

/** Time before now, in milliseconds. */
function behind(...reports: StageReport[]): number | undefined {
  const completeMs = completeUpTo(reports, NOW, LIMITS);
  return completeMs === undefined ? undefined : NOW - completeMs;
}

const dead = (agoMs: number, changes: Partial<StageReport> = {}): StageReport =>
  report({ process: 'dead', atMs: NOW - agoMs, settledUpToMs: NOW - agoMs - 5 * SECOND, ...changes });

const DEAD_MS = LIMITS.deadAfterMs;
const OVER_MS = LIMITS.deadAfterMs + LIMITS.redeliveredAfterMs;

describe('the event time up to which counts are complete', () => {
  it('is unknown without reports', () => {
    expect(behind()).toBeUndefined();
  });

  it('is the settled time of the slowest process', () => {
    const slow = report({ process: 'slow', settledUpToMs: NOW - 7 * SECOND });
    expect(behind(report(), slow, report({ process: 'c' }))).toBe(7 * SECOND);
  });

  it('is the settled time of the slowest source, whichever stage reads it', () => {
    const filter = report({ stage: 'filter', source: 'raw', settledUpToMs: NOW - 9 * SECOND });
    const api = report({ stage: 'api', source: '', settledUpToMs: NOW - 100 });
    expect(behind(report(), filter, api)).toBe(9 * SECOND);
    expect(behind(report(), report({ source: 'other', settledUpToMs: NOW - 8 * SECOND }))).toBe(8 * SECOND);
  });

  it("includes an allowance for the producers' delay, up to its limit", () => {
    expect(behind(report({ settledUpToMs: NOW, producerDelayP99Ms: 4_000 }))).toBe(4_000);
    const late = report({ settledUpToMs: NOW, producerDelayP99Ms: 3_600_000 });
    expect(behind(late)).toBe(LIMITS.producerDelayMaxMs);
    expect(behind(report({ settledUpToMs: NOW, producerDelayP99Ms: undefined }))).toBe(0);
  });

  it('uses the delays that earlier processes saw if the active ones have seen none', () => {
    const ended = dead(MINUTE, { ended: true, producerDelayP99Ms: 6_000 });
    const fresh = report({ settledUpToMs: NOW, producerDelayP99Ms: undefined });
    expect(behind(ended, fresh)).toBe(6_000);
    expect(behind(ended, report({ settledUpToMs: NOW, producerDelayP99Ms: 50 }))).toBe(50);
  });

  it('applies the same allowance to a filter, which does not decode events', () => {
    const filter = report({
      stage: 'filter',
      source: 'raw',
      settledUpToMs: NOW - MINUTE,
      producerDelayP99Ms: undefined,
    });
    const consumer = report({ settledUpToMs: NOW, producerDelayP99Ms: 4_000 });
    expect(behind(filter, consumer)).toBe(MINUTE + 4_000);
  });

  it('without active processes, waits for the process that may have reported last if only its earlier reports are kept', () => {
    const first = dead(9 * MINUTE, { settledUpToMs: NOW - 30 * MINUTE });
    const last = dead(2 * MINUTE, { process: 'last', settledUpToMs: NOW - 3 * MINUTE });
    expect(behind(first, last)).toBe(3 * MINUTE);
    expect(behind({ ...first, lastReportedByMs: NOW - 2 * MINUTE }, last)).toBe(30 * MINUTE);
    expect(behind({ ...first, lastReportedByMs: NOW - 2 * MINUTE - OVER_MS - 1 }, last)).toBe(3 * MINUTE);
    expect(behind({ ...first, lastReportedByMs: NOW - 2 * MINUTE }, last, report())).toBe(1_500);
  });

  it('is limited by a silent process until its messages must have been redelivered', () => {
    expect(behind(report(), dead(DEAD_MS + 1))).toBe(DEAD_MS + 1 + 5 * SECOND);
    expect(behind(report(), dead(OVER_MS))).toBe(OVER_MS + 5 * SECOND);
    expect(behind(report(), dead(OVER_MS + 1))).toBe(1_500);
  });

  it('is not limited by a process that ended in order, unless it nacked messages', () => {
    expect(behind(report(), dead(2 * SECOND, { ended: true }))).toBe(1_500);
    expect(behind(report(), dead(2 * SECOND, { ended: true, heldMessages: 3 }))).toBe(7 * SECOND);
    const back = LIMITS.redeliveredAfterMs;
    expect(behind(report(), dead(back, { ended: true, heldMessages: 3 }))).toBe(back + 5 * SECOND);
    expect(behind(report(), dead(back + 1, { ended: true, heldMessages: 3 }))).toBe(1_500);
  });

  it('does not advance while a subscription has no reader, although other processes are active', () => {
    const api = report({ stage: 'api', source: '' });
    expect(behind(api, dead(10 * MINUTE))).toBe(10 * MINUTE + 5 * SECOND);
    expect(behind(api, dead(10 * MINUTE, { ended: true }))).toBe(10 * MINUTE + 5 * SECOND);
  });

  it('stays at the last process that ended, whatever happened to earlier ones', () => {
    const [first, last] = [dead(20 * MINUTE), dead(10 * MINUTE, { process: 'last', ended: true })];
    expect(behind(first, last)).toBe(10 * MINUTE + 5 * SECOND);
    const shortlyBefore = dead(10 * MINUTE + 3 * SECOND);
    expect(behind(shortlyBefore, last)).toBe(10 * MINUTE + 8 * SECOND);
  });

  it('advances as soon as a process reads the subscription again', () => {
    expect(behind(dead(10 * MINUTE), report())).toBe(1_500);
  });

  it('is not limited by API processes that ended, because their requests ended with them', () => {
    const api = report({ stage: 'api', source: '' });
    const gone = dead(DEAD_MS + 1, { stage: 'api', source: '' });
    expect(behind(api, gone)).toBe(1_500);
    expect(behind(api, dead(DEAD_MS, { stage: 'api', source: '' }))).toBe(DEAD_MS + 5 * SECOND);
    expect(behind(gone)).toBeUndefined();
    expect(behind(api, dead(SECOND, { stage: 'api', source: '', ended: true, heldMessages: 2 }))).toBe(1_500);
  });

  it('is limited by the age of the backlog if that is old enough to be meaningful', () => {
    expect(behind(report({ backlogAgeSeconds: 300 }))).toBe(5 * MINUTE + 500);
    expect(behind(report({ backlogAgeSeconds: 59 }))).toBe(1_500);
    expect(behind(report({ backlogAgeSeconds: 300 }), report({ process: 'b' }))).toBe(5 * MINUTE + 500);
  });

  it('subtracts the lead of a clock that is ahead', () => {
    const atMs = NOW + 4 * SECOND;
    expect(behind(report({ atMs, settledUpToMs: atMs }))).toBe(0);
    expect(behind(report({ atMs, settledUpToMs: NOW - SECOND }))).toBe(5 * SECOND);
  });
});

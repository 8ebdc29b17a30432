import { lagAlarms, type LagAlarm } from '../../../../src/core/lag/lag-alarms';
import { stageLags } from '../../../../src/core/lag/stage-lag';
import type { StageReport } from '../../../../src/core/lag/stage-report';
import { LIMITS, MINUTE, NOW, report, SECOND } from './reports';

function alarms(...reports: StageReport[]): readonly LagAlarm[] {
  return lagAlarms(stageLags(reports, NOW, LIMITS), NOW, LIMITS);
}

const OF = { stage: 'consumer', source: 'clicks' };

describe('lag alarms', () => {
  it('are off without problems', () => {
    expect(alarms(report(), report({ stage: 'api', source: '' }))).toEqual([]);
  });

  it('report missing reports', () => {
    expect(alarms()).toEqual([{ kind: 'no_reports' }]);
    expect(alarms(report({ stage: 'api', source: '', atMs: NOW - MINUTE }))).toEqual([
      { kind: 'no_reports' },
    ]);
  });

  it('report a stage that is behind, from the exact limit', () => {
    const behind = (ms: number): StageReport => report({ settledUpToMs: NOW - ms });
    expect(alarms(behind(LIMITS.alarmMs))).toEqual([]);
    expect(alarms(behind(LIMITS.alarmMs + 1))).toEqual([{ kind: 'behind', ...OF }]);
  });

  it('name silent processes until their messages must have been redelivered', () => {
    const silent = (ms: number): StageReport => report({ process: 'b', atMs: NOW - ms });
    expect(alarms(report(), silent(LIMITS.deadAfterMs))).toEqual([]);
    const overMs = LIMITS.deadAfterMs + LIMITS.redeliveredAfterMs;
    for (const ms of [LIMITS.deadAfterMs + 1, overMs]) {
      expect(alarms(report(), silent(ms))).toEqual([{ kind: 'silent', ...OF, processes: ['b'] }]);
    }
    expect(alarms(report(), silent(overMs + 1))).toEqual([]);
  });

  it('report a subscription without consumers, whether its last process ended or died', () => {
    const ended = report({ atMs: NOW - 30 * SECOND, ended: true });
    expect(alarms(ended)).toEqual([{ kind: 'no_consumers', ...OF }]);
    expect(alarms(report({ atMs: NOW - 30 * SECOND }))).toEqual([
      { kind: 'no_consumers', ...OF },
      { kind: 'silent', ...OF, processes: ['a'] },
    ]);
  });

  it('report an old backlog', () => {
    expect(alarms(report({ backlogAgeSeconds: LIMITS.alarmMs / SECOND, settledUpToMs: NOW }))).toEqual([
      { kind: 'behind', ...OF },
    ]);
    expect(alarms(report({ backlogAgeSeconds: LIMITS.alarmMs / SECOND + 1 }))).toEqual([
      { kind: 'behind', ...OF },
      { kind: 'backlog', ...OF },
    ]);
  });

  it('report events later than the allowance', () => {
    expect(alarms(report({ producerDelayP99Ms: LIMITS.producerDelayMaxMs }))).toEqual([]);
    const late = report({ producerDelayP99Ms: LIMITS.producerDelayMaxMs + 1 });
    expect(alarms(late)).toEqual([{ kind: 'late_events', ...OF }]);
  });

  it('name processes whose clocks are wrong', () => {
    expect(alarms(report({ atMs: NOW + LIMITS.deadAfterMs }))).toEqual([]);
    const ahead = report({ atMs: NOW + LIMITS.deadAfterMs + 1 });
    expect(alarms(ahead)).toEqual([{ kind: 'clock_ahead', ...OF, processes: ['a'] }]);
  });
});

describe('stages', () => {
  it('are in the order in which events pass them, then by source', () => {
    const reports = [
      report({ stage: 'api', source: '' }),
      report({ source: 'b' }),
      report({ stage: 'filter', source: 'raw' }),
      report({ source: 'a' }),
    ];
    const stages = stageLags(reports, NOW, LIMITS).map(({ stage, source }) => `${stage} ${source}`);
    expect(stages).toEqual(['filter raw', 'consumer a', 'consumer b', 'api ']);
  });

  it("have the sum of their processes' outstanding messages and rates, and the maximum of their delays", () => {
    const [first, second] = [
      report({ heldMessages: 3, eventLagP99Ms: 900, deliveryLagP50Ms: 10, backlogMessages: 5 }),
      report({ process: 'b', heldMessages: 4, eventLagP99Ms: 800, deliveryLagP50Ms: 20 }),
    ];
    const dead = report({ process: 'c', atMs: NOW - MINUTE, heldMessages: 99, eventLagP99Ms: 9_999 });
    expect(stageLags([first, second, dead], NOW, LIMITS)).toMatchObject([
      {
        processes: 2,
        heldMessages: 7,
        eventsPerSecond: 200,
        eventLagP99Ms: 900,
        deliveryLagP50Ms: 20,
        backlogMessages: 5,
        backlogAgeSeconds: undefined,
        reportedMs: NOW - 500,
      },
    ]);
  });
});

import type { LagAlarm } from '../../../../src/core/lag/lag-alarms';
import { LagAlarmLog } from '../../../../src/operations/lag/alarm-log';
import { memoryLogger } from '../../../support/memory-logger';

const BEHIND: LagAlarm = { kind: 'behind', stage: 'consumer', source: 'clicks' };
const SILENT: LagAlarm = { kind: 'silent', stage: 'consumer', source: 'clicks', processes: ['a'] };
const [ERROR, INFO] = ['error', 'info'];

describe('the log of alarms', () => {
  it('tells each once when it begins, which two looks show, and once when it ends', () => {
    const { logger, lines } = memoryLogger();
    const log = new LagAlarmLog(logger);
    const told = (): unknown[] => lines().map(({ level, kind, source }) => [level, kind, source]);
    log.update([BEHIND]);
    expect([told(), log.list()]).toEqual([[], []]);
    log.update([BEHIND]);
    log.update([BEHIND]);
    expect(told()).toEqual([[ERROR, 'behind', 'clicks']]);
    expect(log.list()).toEqual([BEHIND]);
    log.update([]);
    expect(told().slice(1)).toEqual([[INFO, 'behind', 'clicks']]);
    expect(log.list()).toEqual([]);
  });

  it('says nothing of what comes and goes between two looks', () => {
    const { logger, lines } = memoryLogger();
    const log = new LagAlarmLog(logger);
    for (const found of [[BEHIND], [], [SILENT], [BEHIND], []]) log.update(found);
    expect(lines()).toEqual([]);
  });

  it('takes an alarm for the same when other processes are what it is about', () => {
    const { logger, lines } = memoryLogger();
    const log = new LagAlarmLog(logger);
    for (const processes of [['a'], ['a', 'b'], ['b']]) log.update([{ ...SILENT, processes }]);
    expect(lines()).toHaveLength(1);
    expect(log.list()).toEqual([{ ...SILENT, processes: ['b'] }]);
  });
});

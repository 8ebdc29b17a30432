import type { LagAlarm } from '../../../../src/core/lag/lag-alarms';
import { LagAlarmLog } from '../../../../src/operations/lag/alarm-log';
import { memoryLogger } from '../../../support/memory-logger';

const BEHIND: LagAlarm = { kind: 'behind', stage: 'consumer', source: 'clicks' };
const SILENT: LagAlarm = { kind: 'silent', stage: 'consumer', source: 'clicks', processes: ['a'] };
const [ERROR, INFO] = ['error', 'info'];

describe('The log of alarms', () => {
  it('each alarm is logged once when it begins, after two checks, and once when it ends', () => {
    const { logger, lines } = memoryLogger();
    const log = new LagAlarmLog(logger);
    const logged = (): unknown[] => lines().map(({ level, kind, source }) => [level, kind, source]);
    log.update([BEHIND]);
    expect([logged(), log.list()]).toEqual([[], []]);
    log.update([BEHIND]);
    log.update([BEHIND]);
    expect(logged()).toEqual([[ERROR, 'behind', 'clicks']]);
    expect(log.list()).toEqual([BEHIND]);
    log.update([]);
    expect(logged().slice(1)).toEqual([[INFO, 'behind', 'clicks']]);
    expect(log.list()).toEqual([]);
  });

  it('an alarm of a single check is not logged', () => {
    const { logger, lines } = memoryLogger();
    const log = new LagAlarmLog(logger);
    for (const found of [[BEHIND], [], [SILENT], [BEHIND], []]) log.update(found);
    expect(lines()).toEqual([]);
  });

  it('an alarm stays the same when other processes cause it', () => {
    const { logger, lines } = memoryLogger();
    const log = new LagAlarmLog(logger);
    for (const processes of [['a'], ['a', 'b'], ['b']]) log.update([{ ...SILENT, processes }]);
    expect(lines()).toHaveLength(1);
    expect(log.list()).toEqual([{ ...SILENT, processes: ['b'] }]);
  });
});

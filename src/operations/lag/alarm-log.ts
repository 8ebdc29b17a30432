import type { LagAlarm, LagAlarmKind } from '../../core/lag/lag-alarms';
import type { Logger } from '../../platform/telemetry/logger';

/** Alarms that are on. Each is told once when it begins and once when it ends. */
export class LagAlarmLog {
  readonly #logger: Logger;
  #seen: ReadonlySet<string> = new Set();
  #on: ReadonlyMap<string, LagAlarm> = new Map();

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  list(): readonly LagAlarm[] {
    return [...this.#on.values()];
  }

  /** What a look has found. Begun is what two looks in a row have found: the first may have come amid a change. */
  update(found: readonly LagAlarm[]): void {
    const before = this.#on;
    const byKey = new Map(found.map((alarm) => [keyOf(alarm), alarm]));
    this.#on = new Map([...byKey].filter(([key]) => before.has(key) || this.#seen.has(key)));
    this.#seen = new Set(byKey.keys());
    for (const [key, alarm] of this.#on) if (!before.has(key)) this.#logger.error(alarm, BEGUN[alarm.kind]);
    for (const [key, alarm] of before) if (!this.#on.has(key)) this.#logger.info(alarm, ENDED[alarm.kind]);
  }
}

/** One alarm, whichever processes it is about at the moment. */
const keyOf = ({ kind, stage, source }: LagAlarm): string => `${kind} ${stage} ${source}`;

/** What is the matter. */
export function lagAlarmText(kind: LagAlarmKind): string {
  return BEGUN[kind];
}

const BEGUN: Readonly<Record<LagAlarmKind, string>> = {
  no_reports: 'no process tells how far ingestion is: nobody can say up to when counts are complete',
  no_consumers:
    'nobody reads the subscription any more, and counts stay as complete as they were; if it is not to be read: tidemark lag --forget',
  silent: 'a process of ingestion went silent: what it held comes to others when its leases are over',
  behind: 'ingestion is behind: counts lack what came through here of late',
  backlog: 'old messages wait in the subscription',
  late_events:
    'more than one event in a hundred comes later than is allowed for: counts lack them when they are complete',
  clock_ahead: "a process's clock is ahead: it is wrong, or the clock here",
  unreadable: 'a report is damaged, or of a later version: it is left out',
};

const ENDED: Readonly<Record<LagAlarmKind, string>> = {
  no_reports: 'processes tell how far ingestion is',
  no_consumers: 'the subscription is read, or forgotten',
  silent: 'no process of ingestion is missed any more',
  behind: 'ingestion has caught up',
  backlog: 'no old messages wait any more',
  late_events: 'events come as soon as is allowed for',
  clock_ahead: 'no clock is ahead any more',
  unreadable: 'all reports can be read',
};

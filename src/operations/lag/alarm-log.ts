import type { LagAlarm, LagAlarmKind } from '../../core/lag/lag-alarms';
import type { Logger } from '../../platform/telemetry/logger';

/** Active alarms. Each is logged once when it begins and once when it ends. */
export class LagAlarmLog {
  readonly #logger: Logger;
  #lastFound: ReadonlySet<string> = new Set();
  #active: ReadonlyMap<string, LagAlarm> = new Map();

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  list(): readonly LagAlarm[] {
    return [...this.#active.values()];
  }

  /**
   * Updates the active alarms. An alarm begins when two consecutive checks have found it, because a single one may
   * have happened during a change.
   */
  update(found: readonly LagAlarm[]): void {
    const before = this.#active;
    const byKey = new Map(found.map((alarm) => [keyOf(alarm), alarm]));
    this.#active = new Map([...byKey].filter(([key]) => before.has(key) || this.#lastFound.has(key)));
    this.#lastFound = new Set(byKey.keys());
    for (const [key, alarm] of this.#active)
      if (!before.has(key)) this.#logger.error(alarm, BEGIN_MESSAGES[alarm.kind]);
    for (const [key, alarm] of before)
      if (!this.#active.has(key)) this.#logger.info(alarm, END_MESSAGES[alarm.kind]);
  }
}

/** Returns the identity of an alarm, which does not depend on the processes concerned. */
const keyOf = ({ kind, stage, source }: LagAlarm): string => `${kind} ${stage} ${source}`;

/** Returns the description of an alarm. */
export function lagAlarmText(kind: LagAlarmKind): string {
  return BEGIN_MESSAGES[kind];
}

const BEGIN_MESSAGES: Readonly<Record<LagAlarmKind, string>> = {
  no_reports: 'no process reports the progress of ingestion: the completeness of counts is unknown',
  no_consumers:
    'no process consumes the subscription, and the completeness of counts no longer advances; if that is intended, run tidemark lag --forget',
  silent: 'a process of ingestion is silent: its messages are redelivered when their leases expire',
  behind: 'ingestion is behind: counts lack recent events of this stage',
  backlog: 'the subscription has old messages',
  late_events:
    'more than 1 % of events arrive later than the allowance: counts reported as complete lack them',
  clock_ahead: 'the clock of a process is ahead: either it or the clock of this process is wrong',
  unreadable: 'a report is corrupted or of a later version and is ignored',
};

const END_MESSAGES: Readonly<Record<LagAlarmKind, string>> = {
  no_reports: 'processes report the progress of ingestion again',
  no_consumers: 'the subscription is consumed again, or was forgotten',
  silent: 'no process of ingestion is silent any more',
  behind: 'ingestion has caught up',
  backlog: 'the subscription has no old messages any more',
  late_events: 'events arrive within the allowance again',
  clock_ahead: 'no clock is ahead any more',
  unreadable: 'all reports can be read',
};

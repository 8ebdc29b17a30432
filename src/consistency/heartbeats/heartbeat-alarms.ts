import type { Logger } from '../../platform/telemetry/logger';
import type { HeartbeatSeries } from './tracked-heartbeats';

/**
 * `stopped`: no replica shows new heartbeats of the origin. `lagging`: the replica does not show those that others
 * show. `clock- skew`: a heartbeat of the origin was ahead of its time, so none of them is trusted.
 */
type HeartbeatAlarmKind = 'stopped' | 'lagging' | 'clock-skew';

export interface HeartbeatAlarm {
  readonly kind: HeartbeatAlarmKind;
  /** Id of the cluster. */
  readonly origin: string;
  /** With `lagging`. */
  readonly replica?: string;
}

export interface HeartbeatAlarmObserver {
  onAlarm(alarm: HeartbeatAlarm, change: 'begun' | 'ended'): void;
}

/** The alarms that are on. Each is reported once when it begins and once when it ends. */
export class HeartbeatAlarms {
  readonly #logger: Logger;
  readonly #observer: HeartbeatAlarmObserver | undefined;
  #on: ReadonlyMap<string, HeartbeatAlarm> = new Map();

  constructor(logger: Logger, observer: HeartbeatAlarmObserver | undefined) {
    this.#logger = logger;
    this.#observer = observer;
  }

  list(): readonly HeartbeatAlarm[] {
    return [...this.#on.values()];
  }

  /** Turns these alarms on and all others off. */
  replaceAll(alarms: readonly HeartbeatAlarm[]): void {
    const before = this.#on;
    this.#on = new Map(alarms.map((alarm) => [keyOf(alarm), alarm]));
    for (const [key, alarm] of this.#on) if (!before.has(key)) this.#report(alarm, 'begun');
    for (const [key, alarm] of before) if (!this.#on.has(key)) this.#report(alarm, 'ended');
  }

  #report(alarm: HeartbeatAlarm, change: 'begun' | 'ended'): void {
    if (change === 'begun') this.#logger.error(alarm, BEGUN[alarm.kind]);
    else this.#logger.info(alarm, ENDED[alarm.kind]);
    this.#observer?.onAlarm(alarm, change);
  }
}

const keyOf = ({ kind, origin, replica = '' }: HeartbeatAlarm): string => `${kind} ${origin} ${replica}`;

/**
 * Returns the alarms about stale heartbeats, of any table and any schedule. A replica is blamed only for heartbeats
 * that others show, not for those that no replica shows; and an origin that cannot be read is not behind itself.
 */
export function stalenessAlarms(all: readonly HeartbeatSeries[]): HeartbeatAlarm[] {
  const entries = all.flatMap((series) =>
    [...series.findings].map(([schedule, finding]) => ({ schedule, series, finding })),
  );
  const nameOf = ({ schedule, series: { table, origin } }: (typeof entries)[number]): string =>
    `${schedule} ${table} ${origin.code}`;
  const shown = new Set(entries.filter(({ finding }) => !finding.isStale).map(nameOf));
  return entries
    .filter(({ finding }) => finding.isStale)
    .flatMap((entry): HeartbeatAlarm[] => {
      const { origin, replica } = entry.series;
      if (!shown.has(nameOf(entry))) return [{ kind: 'stopped', origin: origin.id }];
      const isBlamed = entry.finding.pollsBehind >= POLLS_BEHIND_MIN && replica.code !== origin.code;
      return isBlamed ? [{ kind: 'lagging', origin: origin.id, replica: replica.id }] : [];
    });
}

/** The first poll may have come while the first heartbeat after a long silence was in flight. */
const POLLS_BEHIND_MIN = 2;

const BEGUN: Readonly<Record<HeartbeatAlarmKind, string>> = {
  stopped: 'no replica shows new heartbeats of the origin: strict and bounded reads need the origin itself',
  lagging: "the replica does not show the origin's heartbeats: replication lags, or it cannot be read",
  'clock-skew':
    "a heartbeat of the origin was ahead of this process's clock by more than allowed: one of the two clocks is wrong, and the origin's heartbeats prove nothing until that time has passed",
};

const ENDED: Readonly<Record<HeartbeatAlarmKind, string>> = {
  stopped: 'replicas show heartbeats of the origin again',
  lagging: "the replica shows the origin's heartbeats again",
  'clock-skew': "the origin's heartbeats are trusted again",
};

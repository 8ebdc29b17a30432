import fc from 'fast-check';
import type { IANAZone } from 'luxon';
import { parseCapWindow } from '../../../../src/core/caps/cap-window';
import { startOfPeriodMs, zoneOf } from '../../../../src/core/time/calendar';

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Since 1970 every offset is a multiple of this. */
const STEP_MS = 30 * SECOND_MS;

/** Zones whose clocks change by half an hour, at odd times, over midnight, or by a day. */
const ODD_ZONES = [
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Africa/Monrovia',
  'America/St_Johns',
  'America/Havana',
  'America/Santiago',
  'America/Caracas',
  'Asia/Pyongyang',
  'Asia/Beirut',
  'Asia/Colombo',
  'Antarctica/Troll',
  'Antarctica/Casey',
  'Africa/Casablanca',
  'Pacific/Apia',
  'Pacific/Kwajalein',
];
const ALL_ZONES = Intl.supportedValuesOf('timeZone');

const offsetMs = (zone: IANAZone, atMs: number): number => zone.offset(atMs) * MINUTE_MS;
const localHour = (zone: IANAZone, atMs: number): number =>
  Math.floor((atMs + offsetMs(zone, atMs)) / HOUR_MS);
const localDay = (zone: IANAZone, atMs: number): number => Math.floor((atMs + offsetMs(zone, atMs)) / DAY_MS);

/** The first change of the zone's clocks within the next 400 days, or the moment itself. */
function nextChangeMs(zone: IANAZone, fromMs: number): number {
  for (let dayMs = fromMs; dayMs < fromMs + 400 * DAY_MS; dayMs += 5 * DAY_MS) {
    if (zone.offset(dayMs) === zone.offset(dayMs + 5 * DAY_MS)) continue;
    return firstMs(dayMs, dayMs + 5 * DAY_MS, (ms) => zone.offset(ms) !== zone.offset(dayMs));
  }
  return fromMs;
}

/**
 * Finds by bisection the first millisecond after `falseMs` at which `holds` returns true, if it does so until `trueMs`.
 */
function firstMs(falseMs: number, trueMs: number, holds: (ms: number) => boolean): number {
  let [low, high] = [falseMs, trueMs];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (holds(middle)) high = middle;
    else low = middle;
  }
  return high;
}

/** Returns whether an hour begins: the clock shows a full hour, or jumps to another hour. */
function isHourStart(zone: IANAZone, atMs: number): boolean {
  if ((atMs + offsetMs(zone, atMs)) % HOUR_MS === 0) return true;
  return localHour(zone, atMs) !== localHour(zone, atMs - 1);
}

/** Finds the start of the hour that is `count - 1` before that of the moment, by checking every half minute. */
function hoursStartMs(zone: IANAZone, count: number, atMs: number): number {
  let startMs = Math.floor(atMs / STEP_MS) * STEP_MS;
  for (let left = count; ; startMs -= STEP_MS) {
    if (isHourStart(zone, startMs) && --left === 0) return startMs;
  }
}

/**
 * Finds the first moment of the day that is this many days before that of the moment, by checking every half minute.
 */
function daysStartMs(zone: IANAZone, count: number, atMs: number): number {
  const day = localDay(zone, atMs) - count + 1;
  let ms = (day - 2) * DAY_MS;
  while (localDay(zone, ms) < day) ms += HOUR_MS;
  // A day may begin for a minute, and then begin again.
  ms -= 3 * HOUR_MS;
  while (localDay(zone, ms + STEP_MS) < day) ms += STEP_MS;
  return firstMs(ms, ms + STEP_MS, (each) => localDay(zone, each) >= day);
}

const moment = fc
  .record({
    timeZone: fc.oneof(fc.constantFrom(...ODD_ZONES), fc.constantFrom(...ALL_ZONES)),
    fromMs: fc.integer({ min: Date.UTC(1972, 0, 20), max: Date.UTC(2035, 0, 1) }),
    besideMs: fc.oneof(
      fc.integer({ min: -4 * HOUR_MS, max: 4 * HOUR_MS }),
      fc.constantFrom(-1, 0, 1, HOUR_MS / 2 - 1, HOUR_MS / 2),
    ),
  })
  .map(({ timeZone, fromMs, besideMs }) => {
    const zone = zoneOf(timeZone)!;
    return { timeZone, zone, atMs: nextChangeMs(zone, fromMs) + besideMs };
  });

describe('calendar windows near changes of clocks, in all zones', () => {
  it('begin at hours, none of which is skipped or repeated', () => {
    fc.assert(
      fc.property(moment, fc.integer({ min: 1, max: 6 }), ({ zone, atMs }, count) => {
        const startMs = startOfPeriodMs({ unit: 'hours', count, zone }, atMs);
        expect(startMs).toBe(hoursStartMs(zone, count, atMs));
      }),
      { numRuns: 40 },
    );
  });

  it('go the same number of hours back at once as one by one', () => {
    fc.assert(
      fc.property(moment, fc.integer({ min: 1, max: 400 }), ({ zone, atMs }, count) => {
        let oneByOneMs = startOfPeriodMs({ unit: 'hours', count: 1, zone }, atMs);
        for (let hour = 1; hour < count; hour++) {
          oneByOneMs = startOfPeriodMs({ unit: 'hours', count: 1, zone }, oneByOneMs - 1);
        }
        expect(startOfPeriodMs({ unit: 'hours', count, zone }, atMs)).toBe(oneByOneMs);
      }),
      { numRuns: 20 },
    );
  });

  it('begin at the first moment of a day', () => {
    fc.assert(
      fc.property(moment, fc.integer({ min: 1, max: 4 }), ({ zone, atMs }, count) => {
        const startMs = startOfPeriodMs({ unit: 'days', count, zone }, atMs);
        expect(startMs).toBe(daysStartMs(zone, count, atMs));
      }),
      { numRuns: 40 },
    );
  });

  it('of caps no longer contain an event from the first moment whose window begins after it', () => {
    const context = { asOfMs: 0, latestMs: 0, windowsMax: 1, windowDaysMax: 400 };
    fc.assert(
      fc.property(
        moment,
        fc.constantFrom('hours', 'days'),
        fc.integer({ min: 1, max: 4 }),
        ({ timeZone, atMs }, unit, count) => {
          const window = parseCapWindow({ [unit]: count, timeZone }, 'window', context);
          const leftMs = window.leavesAtMs(atMs);
          expect(window.fromMs(leftMs)).toBeGreaterThan(atMs);
          expect(window.fromMs(leftMs - 1)).toBeLessThanOrEqual(atMs);
        },
      ),
      { numRuns: 40 },
    );
  });

  it("treat the hour with Lord Howe's repeated half hour as one hour", () => {
    const zone = zoneOf('Australia/Lord_Howe')!;
    const repeated = Date.UTC(2026, 3, 4, 15, 15);
    const hours = (count: number): string =>
      new Date(startOfPeriodMs({ unit: 'hours', count, zone }, repeated)).toISOString();
    expect([hours(1), hours(2), hours(3)]).toEqual([
      '2026-04-04T14:00:00.000Z',
      '2026-04-04T13:00:00.000Z',
      '2026-04-04T12:00:00.000Z',
    ]);
  });
});

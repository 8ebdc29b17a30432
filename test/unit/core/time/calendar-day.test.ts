import fc from 'fast-check';
import { checkDate, dayAt, parseDay, daysBetween, addDays } from '../../../../src/core/time/calendar-day';
import { tidemarkError } from '../../../support/tidemark-error';

const HOUR_MS = 3_600_000;

describe('a calendar day', () => {
  it.each([
    ['UTC', '2026-11-21', '2026-11-21T00:00Z', 24],
    ['Asia/Jakarta', '2026-11-21', '2026-11-20T17:00Z', 24],
    ['Europe/Berlin, clocks go ahead', '2026-03-29', '2026-03-28T23:00Z', 23],
    ['Europe/Berlin, clocks go back', '2026-10-25', '2026-10-24T22:00Z', 25],
    ['Africa/Cairo, there is no midnight', '2026-04-24', '2026-04-23T22:00Z', 23],
    ['America/Havana, midnight strikes twice', '2026-11-01', '2026-11-01T04:00Z', 25],
  ])('of %s, %s, begins at %s and has %i hours', (where, day, start, hours) => {
    const zone = where.split(',')[0]!;
    const startMs = Date.parse(start);
    const endMs = startMs + hours * HOUR_MS;
    const expected = { day, startMs, endMs };
    expect(parseDay(day, zone)).toEqual(expected);
    for (const atMs of [startMs, startMs + 1.5 * HOUR_MS, endMs - 1])
      expect(dayAt(atMs, zone)).toEqual(expected);
    expect(dayAt(endMs, zone).startMs).toBe(endMs);
    expect(dayAt(startMs - 1, zone).endMs).toBe(startMs);
  });

  it('follows the previous day without a gap, in any time zone and any order of calls', () => {
    const zones = [
      'UTC',
      'Europe/Berlin',
      'America/Sao_Paulo',
      'Australia/Lord_Howe',
      'Africa/Cairo',
      'Asia/Kolkata',
    ];
    const instants = fc.integer({ min: 0, max: 4_102_444_800_000 });
    fc.assert(
      fc.property(instants, fc.constantFrom(...zones), (atMs, zone) => {
        const today = dayAt(atMs, zone);
        expect(today.startMs).toBeLessThanOrEqual(atMs);
        expect(today.endMs).toBeGreaterThan(atMs);
        expect(dayAt(today.endMs, zone).startMs).toBe(today.endMs);
        expect(dayAt(today.endMs, zone).day).toBe(addDays(today.day, 1));
        expect(parseDay(today.day, zone)).toEqual(today);
      }),
    );
  });

  it.each(['2026-02-30', '2026-13-01', '2026-1-1', '21.11.2026', '2026-11-21T00:00Z', '', '0000-00-00'])(
    'is not parsed from %j',
    (text) => {
      expect(() => checkDate(text, 'flights[0].firstDay')).toThrow(
        tidemarkError('invalid_argument', 'flights[0].firstDay'),
      );
      expect(() => parseDay(text, 'UTC')).toThrow(tidemarkError('invalid_argument', 'day'));
    },
  );

  it('requires a valid time zone', () => {
    expect(() => dayAt(0, 'Mars/Olympus')).toThrow(tidemarkError('invalid_argument', 'timeZone'));
  });

  it('has a distance in days from another one', () => {
    expect(daysBetween('2026-02-27', '2026-03-01')).toBe(2);
    expect(daysBetween('2028-03-01', '2028-02-27')).toBe(-3);
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
  });
});

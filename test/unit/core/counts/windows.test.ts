import { tidemarkError } from '../../../support/tidemark-error';
import { parseWindows } from '../../../../src/core/counts/windows';

const ISO = (ms: number): string => new Date(ms).toISOString();
const AS_OF = '2026-11-21T05:35:00.250Z';

function parse(windows: unknown, asOf = AS_OF): { name: string; from: string; to: string }[] {
  const asOfMs = Date.parse(asOf);
  const context = { asOfMs, latestMs: asOfMs + 600_000, windowsMax: 64, windowDaysMax: 400 };
  return parseWindows(windows, 'windows', context).map(({ name, fromMs, toMs }) => ({
    name,
    from: ISO(fromMs),
    to: ISO(toMs),
  }));
}

describe('windows', () => {
  it.each([
    ['40s', '2026-11-21T05:34:20.250Z'],
    ['90m', '2026-11-21T04:05:00.250Z'],
    ['6h', '2026-11-20T23:35:00.250Z'],
    ['7d', '2026-11-14T05:35:00.250Z'],
    ['2w', '2026-11-07T05:35:00.250Z'],
  ])('rolling windows of %s end exactly at asOf', (text, from) => {
    expect(parse([text])).toEqual([{ name: text, from, to: AS_OF }]);
  });

  it('absolute windows accept ISO 8601 and milliseconds, and are named by their bounds', () => {
    expect(parse([{ from: '2026-11-20T07:00:00+07:00', to: Date.UTC(2026, 10, 21) }])).toEqual([
      {
        name: '2026-11-20T00:00:00.000Z/2026-11-21T00:00:00.000Z',
        from: '2026-11-20T00:00:00.000Z',
        to: '2026-11-21T00:00:00.000Z',
      },
    ]);
  });

  it('can have a name', () => {
    const named = parse([
      { from: 0, to: 1, name: 'first' },
      { days: 1, timeZone: 'UTC', name: 'today' },
    ]);
    expect(named.map(({ name }) => name)).toEqual(['first', 'today']);
  });

  it('calendar days begin at local midnight and end at asOf', () => {
    expect(parse([{ days: 7, timeZone: 'Asia/Jakarta' }])).toEqual([
      { name: '7d@Asia/Jakarta', from: '2026-11-14T17:00:00.000Z', to: AS_OF },
    ]);
  });

  it.each([
    [{ hours: 1 }, '1h@Asia/Kathmandu', '2026-11-21T05:15:00.000Z'],
    [{ hours: 24 }, '24h@Asia/Kathmandu', '2026-11-20T06:15:00.000Z'],
    [{ days: 1 }, '1d@Asia/Kathmandu', '2026-11-20T18:15:00.000Z'],
    [{ weeks: 1 }, '1w@Asia/Kathmandu', '2026-11-15T18:15:00.000Z'],
    [{ weeks: 2 }, '2w@Asia/Kathmandu', '2026-11-08T18:15:00.000Z'],
    [{ months: 1 }, '1mo@Asia/Kathmandu', '2026-10-31T18:15:00.000Z'],
    [{ months: 10 }, '10mo@Asia/Kathmandu', '2026-01-31T18:15:00.000Z'],
  ])('calendar windows %j begin at full hours of the clock', (period, name, from) => {
    expect(parse([{ ...period, timeZone: 'Asia/Kathmandu' }])).toEqual([{ name, from, to: AS_OF }]);
  });

  it('calendar months have their actual length, also from the last day of a long month', () => {
    const window = { months: 2, timeZone: 'UTC' };
    expect(parse([window], '2026-03-31T23:00:00Z')[0]!.from).toBe('2026-02-01T00:00:00.000Z');
  });

  it('calendar hours advance one by one while clocks go back', () => {
    const window = { hours: 3, timeZone: 'Europe/Berlin' };
    expect(parse([window], '2026-10-25T02:30:00Z')[0]!.from).toBe('2026-10-25T00:00:00.000Z');
  });

  it.each([
    ['Asia/Jakarta', '2026-11-20T17:00:00Z'],
    ['America/Havana', '2025-11-03T05:00:00Z'],
    ['Asia/Beirut', '2022-03-26T22:00:00Z'],
  ])('a day in %s begins exactly at its midnight', (timeZone, midnight) => {
    const window = { days: 1, timeZone };
    const midnightMs = Date.parse(midnight);
    const before = parse([window], ISO(midnightMs - 1))[0]!;
    expect(Date.parse(before.from)).toBeLessThan(midnightMs);
    expect(parse([window], ISO(midnightMs))[0]!.from).toBe(ISO(midnightMs));
    expect(parse([window], ISO(midnightMs - 1))).toEqual([before]);
  });

  // Each row is a day on which adding or subtracting 24 hours goes wrong.
  it.each([
    ['clocks go forward in between', 'Europe/Berlin', 2, '2026-03-30T10:00:00Z', '2026-03-28T23:00:00.000Z'],
    ['clocks go back in between', 'Europe/Berlin', 2, '2026-10-26T10:00:00Z', '2026-10-24T22:00:00.000Z'],
    ['today has no midnight', 'Asia/Beirut', 1, '2022-03-27T12:00:00Z', '2022-03-26T22:00:00.000Z'],
    ['today has none, yesterday has', 'Asia/Beirut', 2, '2022-03-27T12:00:00Z', '2022-03-25T22:00:00.000Z'],
    ['midnight strikes twice', 'America/Havana', 1, '2025-11-02T20:00:00Z', '2025-11-02T04:00:00.000Z'],
    ['between the two midnights', 'America/Havana', 1, '2025-11-02T04:30:00Z', '2025-11-02T04:00:00.000Z'],
    ['a day was skipped', 'Pacific/Apia', 2, '2011-12-30T20:00:00Z', '2011-12-30T10:00:00.000Z'],
    ['zones with half hours', 'Asia/Kathmandu', 1, '2026-11-21T18:14:59Z', '2026-11-20T18:15:00.000Z'],
  ])('calendar days are correct when %s', (_what, timeZone, days, asOf, from) => {
    expect(parse([{ days, timeZone }], asOf)[0]!.from).toBe(from);
  });

  it('calendar windows of the maximum number of periods never exceed the limit, and those of one more can', () => {
    // Hours and days are as long as ever in UTC; weeks repeat after one, and months after four years.
    const mostOf = { hours: [9_600, 2], days: [400, 2], weeks: [57, 8], months: [13, 4 * 366] } as const;
    for (const [unit, [most, asOfDays]] of Object.entries(mostOf)) {
      const longest = Math.max(
        ...Array.from({ length: asOfDays }, (_, day) => {
          const asOf = ISO(Date.UTC(2024, 0, 1 + day) - 1);
          const { from, to } = parse([{ [unit]: most, timeZone: 'UTC' }], asOf)[0]!;
          return Date.parse(to) - Date.parse(from);
        }),
      );
      expect(longest).toBeLessThanOrEqual(400 * 86_400_000);
      expect(() => parse([{ [unit]: most + 1, timeZone: 'UTC' }])).toThrow(
        tidemarkError('invalid_argument', `windows[0].${unit}`),
      );
    }
  });

  it.each([1, 2, 7, 12, 13])('%d months are allowed if their longest run fits', (months) => {
    const lengths = Array.from({ length: 48 }, (_, first) =>
      Math.round((Date.UTC(2024, first + months) - Date.UTC(2024, first)) / 86_400_000),
    );
    const longest = Math.max(...lengths);
    const fits = (windowDaysMax: number) => () =>
      parseWindows([{ months, timeZone: 'UTC' }], 'windows', {
        asOfMs: Date.parse(AS_OF),
        latestMs: Date.parse(AS_OF),
        windowsMax: 1,
        windowDaysMax,
      });
    expect(fits(longest - 1)).toThrow(tidemarkError('invalid_argument', 'windows[0].months'));
    expect(fits(longest + 2)).not.toThrow();
  });

  it.each([
    ['no windows', [], 'windows'],
    ['not a list', '7d', 'windows'],
    ['too many', Array.from({ length: 65 }, (_, i) => `${i + 1}m`), 'windows'],
    ['an unknown unit', ['7d', '7y'], 'windows[1]'],
    ['zero length', ['0d'], 'windows[0]'],
    ['a negative length', ['-7d'], 'windows[0]'],
    ['a fraction', ['1.5d'], 'windows[0]'],
    ['a length over the maximum', ['401d'], 'windows[0]'],
    ['an overlong number', ['99999999999999999999d'], 'windows[0]'],
    ['a number', [7], 'windows[0]'],
    ['reversed bounds', ['1d', '7d', { from: 2, to: 1 }], 'windows[2].to'],
    ['an empty window', [{ from: 5, to: 5 }], 'windows[0].to'],
    ['no start', [{ to: 5 }], 'windows[0].from'],
    ['a negative start', [{ from: -1, to: 5 }], 'windows[0].from'],
    [
      'a start in the future',
      [{ from: '2026-11-22T00:00:00Z', to: '2026-11-23T00:00:00Z' }],
      'windows[0].from',
    ],
    ['absolute and too long', [{ from: 0, to: '2026-01-01T00:00:00Z' }], 'windows[0]'],
    ['an unknown field', [{ from: 1, until: 2 }], 'windows[0].until'],
    ['two calendar units', [{ days: 1, hours: 1, timeZone: 'UTC' }], 'windows[0].days'],
    ['too many months', [{ months: 14, timeZone: 'UTC' }], 'windows[0].months'],
    ['too many weeks', [{ weeks: 58, timeZone: 'UTC' }], 'windows[0].weeks'],
    ['too many hours', [{ hours: 9_601, timeZone: 'UTC' }], 'windows[0].hours'],
    ['a zone alone', [{ timeZone: 'UTC' }], 'windows[0].days'],
    ['no days', [{ days: 0, timeZone: 'UTC' }], 'windows[0].days'],
    ['too many days', [{ days: 401, timeZone: 'UTC' }], 'windows[0].days'],
    ['an unknown zone', [{ days: 1, timeZone: 'Asia/Atlantis' }], 'windows[0].timeZone'],
    ['a zone that is none', [{ days: 1, timeZone: '+07:00' }], 'windows[0].timeZone'],
    ['no zone', [{ days: 1 }], 'windows[0].timeZone'],
    ['both kinds at once', [{ days: 1, timeZone: 'UTC', from: 1 }], 'windows[0].from'],
    ['the same name twice', ['1d', '7d', '1d'], 'windows[2]'],
    ['an empty name', [{ from: 1, to: 2, name: '' }], 'windows[0].name'],
  ])('are rejected with the field: %s', (_what, windows, field) => {
    expect(() => parse(windows)).toThrow(tidemarkError('invalid_argument', field));
  });

  it.each<[string, unknown, string]>([
    ['windows[0].from', {}, 'is required'],
    ['windows[0].from', { to: 5 }, 'is required'],
    ['windows[0].to', { from: 5 }, 'is required'],
    ['windows[0].timeZone', { days: 1 }, 'is required'],
    ['windows[0].days', { timeZone: 'UTC' }, 'is required'],
    ['windows[0]', 1, 'must be a number and a unit, as in "90m"'],
    ['windows[0]', null, 'must be a number and a unit, as in "90m"'],
    ['windows[0]', ['1d'], 'must be a number and a unit, as in "90m"'],
    ['windows[0].from', { from: 'soon', to: 5 }, 'must be ISO 8601 with a zone'],
  ])('an error at %s of the window %j describes the allowed values', (field, window, message) => {
    expect(() => parse([window])).toThrow(tidemarkError('invalid_argument', field));
    expect(() => parse([window])).toThrow(message);
  });
});

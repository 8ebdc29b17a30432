import { tidemarkError } from '../../../support/tidemark-error';
import { parseInstant } from '../../../../src/core/time/instant';

describe('parseInstant', () => {
  it.each([
    ['2026-11-21T05:35:00Z', Date.UTC(2026, 10, 21, 5, 35)],
    ['2026-11-21T05:35Z', Date.UTC(2026, 10, 21, 5, 35)],
    ['2026-11-21 05:35:00.25Z', Date.UTC(2026, 10, 21, 5, 35, 0, 250)],
    ['2026-11-21T05:35:00.123999+07:00', Date.UTC(2026, 10, 20, 22, 35, 0, 123)],
    ['2026-11-21T05:35:00-0330', Date.UTC(2026, 10, 21, 9, 5)],
    ['2024-02-29T00:00:00z', Date.UTC(2024, 1, 29)],
    [1_479_706_500_000, 1_479_706_500_000],
    [0, 0],
  ])('accepts %j', (value, ms) => {
    expect(parseInstant(value, 'at')).toBe(ms);
  });

  it.each([
    ['a time without a zone', '2026-11-21T05:35:00'],
    ['a day that does not exist', '2026-02-30T00:00:00Z'],
    ['29 February of a common year', '2100-02-29T00:00:00Z'],
    ['month 13', '2026-13-01T00:00:00Z'],
    ['hour 24', '2026-11-21T24:00:00Z'],
    ['offset +25:00', '2026-11-21T05:35:00+25:00'],
    ['words', 'yesterday'],
    ['a negative number', -1],
    ['a time before 1970', '1969-12-31T23:59:59Z'],
    ['a fraction', 1.5],
    ['NaN', Number.NaN],
    ['a number beyond the safe integers', 1e300],
    ['null', null],
    ['nothing', undefined],
  ])('rejects %s and names the field', (_what, value) => {
    expect(() => parseInstant(value, 'windows[2].from')).toThrow(
      tidemarkError('invalid_argument', 'windows[2].from'),
    );
  });
});

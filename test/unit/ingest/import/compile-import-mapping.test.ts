import { TidemarkError } from '../../../../src/errors';
import type { ImportMapping } from '../../../../src/ingest/import/import-mapping';
import { rejectUnknownMappedFields } from '../../../../src/ingest/files/field-mapping';
import { compileImportMapping } from '../../../../src/ingest/import/compile-import-mapping';
import { importFields } from '../../../../src/ingest/import/import-columns';
import { AD_ACTION, adEvent } from '../../../support/events';
import { tidemarkError } from '../../../support/tidemark-error';

const PLAIN: ImportMapping = { columns: {}, constants: {}, timeFormat: 'iso' };
const map = (mapping: Partial<ImportMapping>, fields: Record<string, unknown>, shiftMs = 0): unknown =>
  compileImportMapping(AD_ACTION, { ...PLAIN, ...mapping }, shiftMs)({ line: 1, raw: '', fields });

describe('The mapping of columns', () => {
  it('fields are read by their own names, from columns, and from constants', () => {
    const mapping = {
      columns: { userId: 'user' },
      constants: { action: 'click' },
      ignoredColumns: ['userId', 'x'],
    };
    const fields = {
      user: 'u1',
      userId: 'not this',
      eventTime: '2026-11-21T00:00:00Z',
      adId: 7,
      viewType: null,
      x: 1,
    };
    const event = adEvent({ userId: 'u1', eventTimeMs: Date.UTC(2026, 10, 21), adId: '7' });
    expect(map(mapping, fields)).toEqual({ event, dataType: AD_ACTION });
  });

  it('a country is that of the record, else that of the options', () => {
    const event = { userId: 'u', action: 'a', eventTime: 1 };
    const mapping = { accessLocationColumn: 'country', accessLocation: 'DE' };
    expect(map({ accessLocation: 'DE' }, event)).toMatchObject({ accessLocation: 'DE' });
    expect(map(mapping, event)).toMatchObject({ accessLocation: 'DE' });
    expect(map(mapping, { ...event, country: 'FR' })).toMatchObject({ accessLocation: 'FR' });
    expect(map(mapping, { ...event, country: 'fr' })).toEqual({
      error: tidemarkError('invalid_argument', 'country', 'did you mean "FR"?'),
    });
    expect(() => map({ accessLocation: 'Germany' }, event)).toThrow(
      tidemarkError('invalid_argument', 'access-location'),
    );
  });

  it('nested columns are read by their paths, and a column of that very name comes first', () => {
    const event = { userId: 'u', action: 'a', eventTime: 1 };
    const mapping = { columns: { adId: 'ad.id', adGroupId: 'ad.group.id' } };
    const nested = { ...event, ad: { id: 5, group: { id: 'g' } } };
    const expected = adEvent({ userId: 'u', action: 'a', eventTimeMs: 1, adId: '5', adGroupId: 'g' });
    expect(map(mapping, nested)).toEqual({ event: expected, dataType: AD_ACTION });
    const both = { ...event, ad: { id: 5 }, 'ad.id': 6 };
    expect(map({ ...mapping, ignoreUnknown: true }, both)).toMatchObject({
      event: { dimensions: expect.arrayContaining(['6']) as unknown },
    });
    expect(map(mapping, { ...event, ad: { id: { deeper: 1 } } })).toMatchObject({
      error: { field: expect.stringMatching(/^ad/) as unknown },
    });
  });

  it('values are replaced as the mapping states, and all others stay', () => {
    const values = { action: { IMP: 'impression' }, adId: { 7: '8' } };
    const event = { userId: 'IMP', eventTime: 1, adId: 7 };
    expect(map({ values }, { ...event, action: 'IMP' })).toEqual({
      event: adEvent({ userId: 'IMP', action: 'impression', eventTimeMs: 1, adId: '8' }),
      dataType: AD_ACTION,
    });
    expect(map({ values }, { ...event, action: 'click' })).toMatchObject({ event: { action: 'click' } });
  });

  it('times are shifted', () => {
    const event = { userId: 'u', action: 'a', eventTime: 1_000 };
    expect(map({}, event, 86_400_000)).toMatchObject({ event: { eventTimeMs: 86_401_000 } });
  });

  it.each([
    ['iso with a zone', { timeFormat: 'iso' }, '2026-11-21T07:00:00+07:00'],
    ['iso as digits', { timeFormat: 'iso' }, String(Date.UTC(2026, 10, 21))],
    ['iso without a zone', { timeFormat: 'iso', timeZone: 'Asia/Jakarta' }, '2026-11-21 07:00:00'],
    [
      'iso, whose zone beats the other',
      { timeFormat: 'iso', timeZone: 'Asia/Jakarta' },
      '2026-11-21T00:00:00Z',
    ],
    ['milliseconds', { timeFormat: 'ms' }, String(Date.UTC(2026, 10, 21))],
    ['seconds', { timeFormat: 's' }, String(Date.UTC(2026, 10, 21) / 1_000)],
    ['seconds as a number', { timeFormat: 's' }, Date.UTC(2026, 10, 21) / 1_000],
    ['a format', { timeFormat: 'dd/MM/yyyy HH:mm', timeZone: 'UTC' }, '21/11/2026 00:00'],
    ['a format with its zone', { timeFormat: 'dd/MM/yyyy HH:mm ZZ' }, '21/11/2026 07:00 +07:00'],
  ])('times are read as %s', (_what, mapping, eventTime) => {
    const input = map(mapping, { userId: 'u', action: 'a', eventTime });
    expect(input).toMatchObject({ event: { eventTimeMs: Date.UTC(2026, 10, 21) } });
  });

  it.each([
    ['a missing user', {}, { action: 'a', eventTime: 1 }, 'userId'],
    ['a missing time', {}, { userId: 'u', action: 'a' }, 'eventTime'],
    [
      'a time without a zone',
      {},
      { userId: 'u', action: 'a', eventTime: '2026-11-21T00:00:00' },
      'eventTime',
    ],
    [
      'a time of another format',
      { timeFormat: 's' },
      { userId: 'u', action: 'a', eventTime: 'noon' },
      'eventTime',
    ],
    ['an inexact number', {}, { userId: 'u', action: 'a', eventTime: 1, adId: 2 ** 60 }, 'adId'],
    ['an object', {}, { userId: 'u', action: 'a', eventTime: 1, adId: {} }, 'adId'],
  ])('%s is rejected with the name of the field', (_what, mapping, fields, field) => {
    expect(map(mapping, fields)).toEqual({ error: tidemarkError('invalid_argument', field) });
  });

  it('the error of an unreadable record is passed on', () => {
    const error = new TidemarkError('malformed_body', 'is not JSON');
    expect(compileImportMapping(AD_ACTION, PLAIN)({ line: 1, raw: '', fields: error })).toEqual({ error });
  });

  it('a time format without a zone is rejected', () => {
    expect(() => compileImportMapping(AD_ACTION, { ...PLAIN, timeFormat: 'yyyy-MM-dd' })).toThrow(
      tidemarkError('invalid_argument', 'time-zone'),
    );
  });

  it.each([
    ['a carriage return behind it', 'a1\r', 'U+000D'],
    ['a NUL before it', '\u0000a1', 'U+0000'],
    ['a byte order mark before it', '\ufeffa1', 'U+FEFF'],
    ['a C1 control behind it', 'a1\u0085', 'U+0085'],
  ])('an id with %s is rejected, because that is invisible', (_what, adId, code) => {
    const record = { userId: 'u', action: 'click', eventTime: 1, adId };
    const message = `must not begin or end with a control character (${code})`;
    expect(map({}, record)).toMatchObject({ error: { code: 'invalid_argument', field: 'adId', message } });
  });

  it('a control character inside an id is accepted unchanged', () => {
    const record = { userId: 'u', action: 'click', eventTime: 1, adId: 'a\r1' };
    expect(map({}, record)).toMatchObject({ event: adEvent({ userId: 'u', eventTimeMs: 1, adId: 'a\r1' }) });
  });

  it('an unknown field of the DataType is rejected', () => {
    for (const [option, mapping] of [
      ['column', { columns: { ad_id: 'ad' } }],
      ['set', { constants: { colour: 'red' } }],
    ] as const) {
      expect(() =>
        rejectUnknownMappedFields({ ...PLAIN, ...mapping }, importFields(AD_ACTION), 'ad_action'),
      ).toThrow(tidemarkError('invalid_argument', option));
    }
  });
});

import {
  importFields,
  compileColumnCheck,
  checkCsvColumns,
  checkIgnoredColumns,
} from '../../../../src/ingest/import/import-columns';
import type { ImportMapping } from '../../../../src/ingest/import/import-mapping';
import { AD_ACTION } from '../../../support/events';
import { tidemarkError } from '../../../support/tidemark-error';

const PLAIN: ImportMapping = { columns: {}, constants: {}, timeFormat: 'iso' };
const GOOD = ['userId', 'action', 'eventTime', 'adId'];
const header = (columns: readonly string[], mapping: Partial<ImportMapping> = {}) =>
  checkCsvColumns(AD_ACTION, { ...PLAIN, ...mapping }, columns);
const record = (columns: readonly string[], mapping: Partial<ImportMapping> = {}) =>
  compileColumnCheck(AD_ACTION, { ...PLAIN, ...mapping })(
    Object.fromEntries(columns.map((each) => [each, 'x'])),
  );

describe('Columns that are neither mapped nor ignored', () => {
  it('there are none when all columns are fields, mapped or ignored', () => {
    for (const check of [header, record]) {
      check(GOOD);
      check([...GOOD.slice(1), 'user'], { columns: { userId: 'user' } });
      check([...GOOD, 'x', 'y'], { ignoredColumns: ['x', 'y'] });
      check([...GOOD, 'x', 'y'], { ignoreUnknown: true });
      check([...GOOD, 'country'], { accessLocationColumn: 'country' });
    }
  });

  it('they reject a record of NDJSON, with the column and a suggestion', () => {
    expect(() => record([...GOOD, 'campaignid'])).toThrow(
      tidemarkError(
        'invalid_argument',
        'campaignid',
        'is not a field of ad_action; did you mean "campaignId"?',
      ),
    );
    expect(() => record([...GOOD, 'x'])).toThrow('is not a field of ad_action; --ignore-column x ignores it');
  });

  it('the column of countries must exist in a CSV, and cannot be ignored', () => {
    const mapping = { accessLocationColumn: 'country', ignoredColumns: ['country'] };
    const expected = tidemarkError('invalid_argument', 'access-location-column', 'country: no such column');
    expect(() => header(GOOD, mapping)).toThrow(expected);
    expect(() => checkIgnoredColumns(AD_ACTION, { ...PLAIN, ...mapping })).toThrow(
      '"country" is the column of access locations',
    );
  });

  it('they reject a CSV, with all of them listed', () => {
    expect(() => header([...GOOD, 'click_id', 'adGrupId'])).toThrow(
      tidemarkError(
        'invalid_argument',
        'file',
        'column "click_id" is not a field of ad_action, "adGrupId" is not a field of ad_action; did you mean "adGroupId"?',
      ),
    );
  });

  it('a field with another source is one of them', () => {
    for (const check of [header, record]) {
      for (const mapping of [{ constants: { adId: '7' } }, { columns: { adId: 'ad' } }]) {
        expect(() => check([...GOOD, 'ad'], { ...mapping, ignoredColumns: [] })).toThrow(
          'is not read, because --set or',
        );
      }
    }
  });

  it('a column named like a property of every object is one of them', () => {
    expect(() =>
      compileColumnCheck(AD_ACTION, PLAIN)(JSON.parse('{"__proto__":1}') as object as never),
    ).toThrow(tidemarkError('invalid_argument', '__proto__'));
  });
});

describe('The columns of a CSV', () => {
  it('a mapped column that is missing or duplicated is rejected', () => {
    expect(() => header(['a', 'b'], { columns: { adId: 'ad' } })).toThrow(
      'adId=ad: no such column; there are a, b',
    );
    expect(() => header([...GOOD, 'adId'])).toThrow('has two columns "adId"');
  });
});

describe('Ignored columns', () => {
  it('a column that a field is read from cannot be ignored', () => {
    const mapping = { ...PLAIN, columns: { adId: 'ad' } };
    expect(() => checkIgnoredColumns(AD_ACTION, { ...mapping, ignoredColumns: ['ad'] })).toThrow(
      tidemarkError('invalid_argument', 'ignore-column', '"ad" is the column of the field adId'),
    );
    checkIgnoredColumns(AD_ACTION, { ...mapping, ignoredColumns: ['adId'] });
  });

  it('any other column can be ignored', () => {
    expect(importFields(AD_ACTION)).toEqual(expect.arrayContaining(GOOD));
  });
});

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

describe('columns that no field is read from', () => {
  it('are none when they are fields, mapped or ignored', () => {
    for (const check of [header, record]) {
      check(GOOD);
      check([...GOOD.slice(1), 'user'], { columns: { userId: 'user' } });
      check([...GOOD, 'x', 'y'], { ignoredColumns: ['x', 'y'] });
      check([...GOOD, 'x', 'y'], { ignoreUnknown: true });
    }
  });

  it('reject a record of NDJSON, by the column and with what may have been meant', () => {
    expect(() => record([...GOOD, 'campaignid'])).toThrow(
      tidemarkError('invalid_argument', 'campaignid', 'is no field of ad_action; did you mean "campaignId"?'),
    );
    expect(() => record([...GOOD, 'x'])).toThrow('is no field of ad_action; --ignore-column x leaves it out');
  });

  it('refuse a CSV, all of them at once', () => {
    expect(() => header([...GOOD, 'click_id', 'adGrupId'])).toThrow(
      tidemarkError(
        'invalid_argument',
        'file',
        'column "click_id" is no field of ad_action, "adGrupId" is no field of ad_action; did you mean "adGroupId"?',
      ),
    );
  });

  it('include a field whose value comes from elsewhere', () => {
    for (const check of [header, record]) {
      for (const mapping of [{ constants: { adId: '7' } }, { columns: { adId: 'ad' } }]) {
        expect(() => check([...GOOD, 'ad'], { ...mapping, ignoredColumns: [] })).toThrow(
          'is not read: --set or',
        );
      }
    }
  });

  it('include names that every object has', () => {
    expect(() =>
      compileColumnCheck(AD_ACTION, PLAIN)(JSON.parse('{"__proto__":1}') as object as never),
    ).toThrow(tidemarkError('invalid_argument', '__proto__'));
  });
});

describe('the columns of a CSV', () => {
  it('are refused where one that is mapped is not there, or there twice', () => {
    expect(() => header(['a', 'b'], { columns: { adId: 'ad' } })).toThrow(
      'adId=ad: no such column; there are a, b',
    );
    expect(() => header([...GOOD, 'adId'])).toThrow('has two columns "adId"');
  });
});

describe('columns to be left out', () => {
  it('are refused where a field is read from one', () => {
    const mapping = { ...PLAIN, columns: { adId: 'ad' } };
    expect(() => checkIgnoredColumns(AD_ACTION, { ...mapping, ignoredColumns: ['ad'] })).toThrow(
      tidemarkError('invalid_argument', 'ignore-column', '"ad" is the column of the field adId'),
    );
    checkIgnoredColumns(AD_ACTION, { ...mapping, ignoredColumns: ['adId'] });
  });

  it('can be any that are no fields', () => {
    expect(importFields(AD_ACTION)).toEqual(expect.arrayContaining(GOOD));
  });
});

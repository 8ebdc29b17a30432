import { AbsentColumns } from '../../../../src/ingest/import/absent-columns';
import { UnreadDimensions } from '../../../../src/ingest/import/unread-dimensions';
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

describe('Nested columns of NDJSON', () => {
  const check = (mapping: Partial<ImportMapping>, fields: object) =>
    compileColumnCheck(AD_ACTION, { ...PLAIN, ...mapping })(fields as Record<string, unknown>);
  const AD_ID = { columns: { adId: 'ad.id' } };

  it('are read with what is around them: another field of the same object is an error', () => {
    expect(() => check(AD_ID, { ad: { id: 1 } })).not.toThrow();
    expect(() => check(AD_ID, { ad: { id: 1, group: 2 } })).toThrow(
      tidemarkError('invalid_argument', 'ad.group', 'is not a field of ad_action'),
    );
  });

  it('are ignored alone, or with their object', () => {
    expect(() =>
      check({ ...AD_ID, ignoredColumns: ['ad.group'] }, { ad: { id: 1, group: 2 } }),
    ).not.toThrow();
    expect(() => check({ ignoredColumns: ['ad'] }, { ad: { id: 1, group: 2 } })).not.toThrow();
    expect(() => check({}, { ad: { id: 1 } })).toThrow(tidemarkError('invalid_argument', 'ad'));
  });
});

describe('Mapped columns that no line has', () => {
  const absentOf = (mapping: Partial<ImportMapping>, lines: readonly object[]): AbsentColumns => {
    const absent = new AbsentColumns({ ...PLAIN, ...mapping });
    for (const fields of lines) absent.see(fields as Record<string, unknown>);
    return absent;
  };

  it('are an error that names the columns that there are', () => {
    const absent = absentOf({ columns: { adId: 'ad.id' } }, [{ ad: { ID: 1 }, user: 'u' }, { ad: null }]);
    expect(() => absent.reject()).toThrow(
      tidemarkError(
        'invalid_argument',
        'column',
        'adId=ad.id: no line has this column; there are ad.ID, user, ad',
      ),
    );
    const located = absentOf({ accessLocationColumn: 'country' }, [{ a: 1 }]);
    expect(() => located.reject()).toThrow(tidemarkError('invalid_argument', 'access-location-column'));
  });

  it('are found in any line, also as null, and under a name with a dot', () => {
    const columns = { adId: 'ad.id', userId: 'user.name', adGroupId: 'group' };
    const absent = absentOf({ columns }, [{ ad: { id: 1 } }, { 'user.name': null }]);
    expect(absent.isEmpty).toBe(false);
    absent.see({ group: null });
    expect(absent.isEmpty).toBe(true);
    absent.reject();
  });

  it('are no error of a file without records', () => {
    expect(() => absentOf({ columns: { adId: 'x' } }, []).reject()).not.toThrow();
  });
});

describe('Ignored columns that resemble a dimension', () => {
  async function unreadOf(mapping: Partial<ImportMapping>, lines: readonly object[]): Promise<unknown> {
    const unread = new UnreadDimensions(AD_ACTION, { ...PLAIN, ignoreUnknown: true, ...mapping });
    const records = async function* () {
      for (const fields of lines) yield { line: 1, raw: '', fields: fields as Record<string, unknown> };
    };
    for await (const record of unread.watch({ records: records(), bytesRead: () => 0 }).records) void record;
    return unread.found();
  }

  it('are reported, whatever their spelling', async () => {
    for (const column of ['ad_id', 'AdID', 'AD-ID'])
      expect(await unreadOf({}, [{ [column]: 1 }])).toEqual([{ column, dimension: 'adId' }]);
    expect(await unreadOf({}, [{ ad: { id: 1 } }])).toEqual([{ column: 'ad.id', dimension: 'adId' }]);
  });

  it('are not reported if the dimension is read, or they are ignored by name', async () => {
    expect(await unreadOf({}, [{ ad_id: 1 }, { adId: 1 }])).toEqual([]);
    expect(await unreadOf({ columns: { adId: 'x' } }, [{ ad_id: 1 }])).toEqual([]);
    expect(await unreadOf({ constants: { adId: '1' } }, [{ ad_id: 1 }])).toEqual([]);
    expect(await unreadOf({ ignoredColumns: ['ad_id'] }, [{ ad_id: 1 }])).toEqual([]);
    expect(await unreadOf({ ignoreUnknown: false }, [{ ad_id: 1 }])).toEqual([]);
  });
});

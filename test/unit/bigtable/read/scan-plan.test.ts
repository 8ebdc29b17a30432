import fc from 'fast-check';
import { scanPlanOf, remainingScan, type ScanPlan } from '../../../../src/bigtable/read/scan-plan';
import type { ReadRowsRequest, RowRange } from '../../../../src/bigtable/client/types';

const KEY_BYTES_MAX = 4_096;
const key = (text: string): Buffer => Buffer.from(text);
const open = (text: string): { key: Buffer; inclusive: boolean } => ({ key: key(text), inclusive: false });
const closed = (text: string): { key: Buffer; inclusive: boolean } => ({ key: key(text), inclusive: true });
const plan = (request: Omit<ReadRowsRequest, 'table'>): ScanPlan | undefined =>
  scanPlanOf({ table: 't', ...request }, KEY_BYTES_MAX);

/** Returns the rows of a small table that a plan selects, in read order. */
function select(table: readonly string[], selection: ScanPlan | undefined): string[] {
  if (selection === undefined) return [];
  const { keys, ranges, rowsLimit = Infinity, reversed } = selection;
  const isIn = (row: Buffer, { start, end }: RowRange): boolean => {
    const fromStart = start === undefined ? 1 : row.compare(start.key) + (start.inclusive ? 0.5 : 0);
    const toEnd = end === undefined ? 1 : end.key.compare(row) + (end.inclusive ? 0.5 : 0);
    return fromStart > 0 && toEnd > 0;
  };
  const rows = table.filter((text) => {
    if (keys === undefined && ranges === undefined) return true;
    const row = key(text);
    return (keys ?? []).some((one) => one.equals(row)) || (ranges ?? []).some((range) => isIn(row, range));
  });
  return (reversed ? rows.reverse() : rows).slice(0, rowsLimit);
}

describe('scanPlanOf', () => {
  it('a request without keys and ranges reads the whole table', () => {
    expect(plan({})).toEqual({ reversed: false });
  });

  it.each<[string, Omit<ReadRowsRequest, 'table'>]>([
    ['an empty list of keys', { keys: [] }],
    ['an empty list of ranges', { ranges: [] }],
    ['both lists empty', { keys: [], ranges: [] }],
    ['a limit of no rows', { rowsLimit: 0 }],
    ['a range without a key in it', { ranges: [{ start: open('a'), end: closed('a') }] }],
  ])('a request reads nothing for %s', (_title, request) => {
    expect(plan(request)).toBeUndefined();
  });

  it('an empty bound means no bound', () => {
    expect(plan({ ranges: [{ start: closed(''), end: open('') }] })?.ranges).toEqual([{}]);
  });

  it.each<[string, Omit<ReadRowsRequest, 'table'>]>([
    ['keys[1]', { keys: [key('a'), key('')] }],
    ['keys[0]', { keys: [Buffer.alloc(4_097)] }],
    ['ranges[0]', { ranges: [{ start: open('b'), end: open('a') }] }],
    ['rowsLimit', { rowsLimit: -1 }],
    ['rowsLimit', { rowsLimit: 1.5 }],
  ])('an invalid %s is rejected', (field, request) => {
    expect(() => plan(request)).toThrow(
      expect.objectContaining({ code: 'invalid_argument', field }) as Error,
    );
  });
});

describe('remainingScan', () => {
  it('the remaining plan selects exactly the unread rows', () => {
    const table = [...'abcdefgh'].flatMap((text) => [text, `${text}a`]);
    const text = fc.constantFrom(...table, 'bb', 'z', '');
    const bound = fc.record({ key: text.map(key), inclusive: fc.boolean() });
    const range = fc
      .record({ start: bound, end: bound }, { requiredKeys: [] })
      .filter(({ start, end }) => !start?.key.length || !end?.key.length || start.key.compare(end.key) <= 0);
    const request = fc.record(
      {
        keys: fc.array(text.filter((one) => one !== '').map(key), { maxLength: 4 }),
        ranges: fc.array(range as fc.Arbitrary<RowRange>, { maxLength: 3 }),
        rowsLimit: fc.nat(12),
        reversed: fc.boolean(),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(request, fc.nat(20), (requested, cut) => {
        const first = plan(requested);
        if (first === undefined) return;
        const wanted = select(table, first);
        const read = wanted.slice(0, cut);
        const last = read.at(-1);
        const rest = remainingScan(first, last === undefined ? undefined : key(last), read.length);
        expect([...read, ...select(table, rest)]).toEqual(wanted);
      }),
      { numRuns: 500 },
    );
  });

  it('the remaining plan is undefined when every row is read', () => {
    expect(remainingScan({ keys: [key('a')], reversed: false }, key('a'), 1)).toBeUndefined();
    expect(remainingScan({ reversed: false, rowsLimit: 2 }, key('b'), 2)).toBeUndefined();
  });

  it('the remaining plan starts after a scanned key without a row', () => {
    expect(remainingScan({ reversed: true }, key('m'), 0)).toMatchObject({ ranges: [{ end: open('m') }] });
  });
});

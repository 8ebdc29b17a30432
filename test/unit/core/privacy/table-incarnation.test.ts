import {
  encodeMarker,
  incarnationStateOf,
  isReplayed,
  ledgerColumn,
  MARKER_COLUMN,
  markerIn,
  recordedIn,
  shareColumn,
  sharesIn,
} from '../../../../src/core/privacy/table-incarnation';

const at = (instance: string, generation: number) => ({ instance, generation });
const cellOf = (qualifier: Buffer, ms: number, value: Buffer = Buffer.alloc(0)) => ({
  qualifier,
  timestampMicros: ms * 1_000,
  value,
});

describe('The marker of a table', () => {
  const LEDGER = [
    cellOf(ledgerColumn('main'), 5),
    cellOf(ledgerColumn('main'), 4),
    cellOf(ledgerColumn('other'), 9),
  ];

  it.each([
    ['certified', at('main', 5), LEDGER],
    ['certified', at('main', 6), LEDGER],
    ['certified', at('main', 1), LEDGER.slice(2)],
    ['certified', at('main', 1), []],
    ['unmarked', undefined, []],
    ['restored', undefined, LEDGER],
    ['restored', undefined, LEDGER.slice(2)],
    ['restored', at('main', 4), LEDGER],
    ['restored', at('other', 9), LEDGER],
    ['restored', at('other', 9), []],
  ])('makes a table %s with %j in the table and %j in the ledger', (state, marker, ledger) => {
    const recorded = recordedIn(ledger, 'main');
    const isKnown = ledger.length > 0;
    expect(incarnationStateOf({ instance: 'main', marker, recorded, isKnown })).toBe(state);
  });

  it('is the newest one of the cells', () => {
    const cells = [
      cellOf(MARKER_COLUMN, 1, encodeMarker(at('a', 1))),
      cellOf(MARKER_COLUMN, 3, encodeMarker(at('b', 3))),
      cellOf(MARKER_COLUMN, 2, encodeMarker(at('c', 2))),
    ];
    expect(markerIn(cells)).toEqual(at('b', 3));
    expect(markerIn([])).toBeUndefined();
    expect(() => markerIn([cellOf(MARKER_COLUMN, 1, Buffer.from('{'))])).toThrow(
      'the marker of a table is corrupted',
    );
  });
});

describe('The shares of a replay', () => {
  const share = (index: number, count: number, since: number) => ({ index, count, since });
  const found = (...shares: readonly ReturnType<typeof share>[]) => ({
    shares: sharesIn(shares.map((each) => cellOf(shareColumn(each), 1))),
  });

  it('cover a table when all shares of one replay are done', () => {
    const all = found(share(0, 2, 7), share(1, 2, 7));
    expect(isReplayed(all, { count: 2, since: 7 })).toBe(true);
    expect(isReplayed(found(share(0, 1, 0)), { count: 1, since: 0 })).toBe(true);
  });

  it.each([
    ['one is missing', found(share(0, 2, 7))],
    ['one is of another division of the rows', found(share(0, 2, 7), share(1, 3, 7))],
    ['one is of an earlier replay', found(share(0, 2, 7), share(1, 2, 6))],
  ])('do not cover a table if %s', (_, shares) => {
    expect(isReplayed(shares, { count: 2, since: 7 })).toBe(false);
  });
});

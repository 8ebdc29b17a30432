import type { Row } from '../../../src/bigtable/client/types';
import { passAll } from '../../../src/bigtable/read/filters';
import type { RowScan, Scanner, VisibleScanner } from '../../../src/consistency/store';
import { OBJECTS_ERASED, PRIVACY_FAMILY } from '../../../src/core/privacy/privacy-family';
import type { PersonalCorpus } from '../../../src/core/privacy/privacy-rules';
import { privateScanner } from '../../../src/privacy/private-scanner';

const CORPUS: PersonalCorpus = {
  name: 'users',
  dataTypes: new Map([
    [
      'profile',
      { family: 'profile', purpose: 'ads', lawfulBasis: 'contract', policy: 'enforce', isEvents: false },
    ],
  ]),
  orderMicros: 2_000,
};

const cellOf = (family: string, qualifier: Buffer | string, timestampMicros: number) => ({
  family,
  qualifier: Buffer.from(qualifier),
  timestampMicros,
  value: Buffer.from('v'),
  labels: [],
});
const rowOf = (key: string, ...cells: Row['cells'][number][]): Row => ({ key: Buffer.from(key), cells });
const ERASED = cellOf(PRIVACY_FAMILY, OBJECTS_ERASED, 5_000);

/** A scanner over the rows, which notes what it is asked for. */
function scannerOf(rows: readonly Row[]): { readonly scanner: VisibleScanner; readonly scans: RowScan[] } {
  const scans: RowScan[] = [];
  const stored: Pick<Scanner, 'scan'> = {
    async *scan(scan) {
      scans.push(scan);
      yield* rows;
    },
  };
  return { scanner: privateScanner(stored, new Map([['users', CORPUS]])), scans };
}

async function shown(scanner: VisibleScanner, table: string): Promise<string[]> {
  const found: string[] = [];
  for await (const { key, row } of scanner.scan({ table, filter: passAll() })) {
    const cells = row?.cells.map((each) => `${each.family}@${each.timestampMicros}`) ?? ['nothing'];
    found.push(`${key.toString()} ${cells.join()}`);
  }
  return found;
}

describe('A scanner of users', () => {
  const rows = [
    rowOf('a', ERASED, cellOf('profile', 'x', 6_000), cellOf('profile', 'x', 5_000)),
    rowOf('b', ERASED, cellOf('profile', 'x', 4_000)),
    rowOf('c', cellOf('profile', 'x', 4_000)),
  ];

  it('returns neither records nor what they hide, and the key of a row without a visible cell', async () => {
    const { scanner, scans } = scannerOf(rows);
    expect(await shown(scanner, 'users')).toEqual(['a profile@6000', 'b nothing', 'c profile@4000']);
    expect(JSON.stringify(scans[0]!.filter)).toContain(PRIVACY_FAMILY);
  });

  it('reads tables of other things as they are', async () => {
    const { scanner, scans } = scannerOf(rows);
    expect(await shown(scanner, 'campaigns')).toHaveLength(3);
    expect(scans[0]!.filter).toEqual(passAll());
  });
});

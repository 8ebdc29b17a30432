import { PRIVACY_FAMILY, decisionColumn, OBJECTS_ERASED } from '../../../src/core/privacy/privacy-family';
import type { PersonalCorpus } from '../../../src/core/privacy/privacy-rules';
import { PrivateReader } from '../../../src/privacy/private-reader';
import type { Reader, RowRead } from '../../../src/consistency/store';
import type { Row } from '../../../src/bigtable/client/types';
import { EMPTY_TOKEN } from '../../../src/core/tokens/write-token';
import { passAll } from '../../../src/bigtable/read/filters';

const CORPUS: PersonalCorpus = {
  name: 'users',
  dataTypes: new Map([
    [
      'profile',
      { family: 'profile', purpose: 'ads', lawfulBasis: 'consent', policy: 'enforce', isEvents: false },
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

const GRANT = cellOf(PRIVACY_FAMILY, decisionColumn('ads', true), 10_000);
const rowOf = (...cells: ReturnType<typeof cellOf>[]): Row => ({ key: Buffer.from('k'), cells });

const EVIDENCE = {
  level: 'eventual',
  met: true,
  clusters: [],
  tier: 'nearest',
  lookups: 1,
  stalenessMs: 0,
  token: EMPTY_TOKEN,
} as const;

/** A reader over the rows, which notes what it is asked for. */
function readerOf(row: Row | undefined): { readonly reader: PrivateReader; readonly reads: RowRead[] } {
  const reads: RowRead[] = [];
  const stored: Reader = {
    readRow(read) {
      reads.push(read);
      return Promise.resolve({ row, evidence: EVIDENCE });
    },
    readRows: ({ keys }) => Promise.resolve({ rows: keys.map(() => row), evidence: EVIDENCE, unmet: [] }),
  };
  return { reader: new PrivateReader(stored, new Map([['users', CORPUS]])), reads };
}

const read = (row: Row | undefined, parts: Partial<RowRead> = {}) =>
  readerOf(row).reader.readRow(
    { table: 'users', key: Buffer.from('k'), filter: passAll(), ...parts },
    { level: 'eventual' },
  );

const names = (row: Row | undefined): string[] | undefined =>
  row?.cells.map(({ family, timestampMicros }) => `${family}@${timestampMicros}`);

describe('A reader of users', () => {
  const [before, after] = [cellOf('profile', 'a', 9_000), cellOf('profile', 'a', 10_000)];
  const system = cellOf('_rsv', 'r', 1_000);

  it('returns neither the record nor what it hides, and counts the hidden cells', async () => {
    const answer = await read(rowOf(GRANT, system, after, before));
    expect(names(answer.row)).toEqual(['_rsv@1000', 'profile@10000']);
    expect(answer.hiddenCells).toBe(1);
  });

  it('returns no data of a user without a record, and cells that are no data', async () => {
    expect(names((await read(rowOf(system, after))).row)).toEqual(['_rsv@1000']);
    expect((await read(rowOf(after))).row).toBeUndefined();
    const { row, privacy } = await read(undefined);
    expect([row, privacy!.unlawful('profile')?.purpose]).toEqual([undefined, 'ads']);
  });

  it('returns what is hidden, or the record, to those who ask for it', async () => {
    const row = rowOf(GRANT, after, before);
    expect(names((await read(row, { keepsHidden: true })).row)).toEqual(['profile@10000', 'profile@9000']);
    expect(names((await read(row, { keepsRecord: true })).row)).toEqual(['_prv@10000', 'profile@10000']);
    const erased = cellOf(PRIVACY_FAMILY, OBJECTS_ERASED, 10_000);
    expect((await read(rowOf(GRANT, erased, after))).row).toBeUndefined();
  });

  it('hides a cell at the bound itself', async () => {
    const last = cellOf('profile', 'b', 9_999);
    expect(names((await read(rowOf(GRANT, after, last))).row)).toEqual(['profile@10000']);
  });

  it('evaluates each row of several by its own record', async () => {
    const keys = [Buffer.from('k'), Buffer.from('l')];
    const { reader } = readerOf(rowOf(GRANT, after, before));
    const { rows, privacy } = await reader.readRows(
      { table: 'users', keys, filter: passAll() },
      { level: 'eventual' },
    );
    expect(rows.map(names)).toEqual([['profile@10000'], ['profile@10000']]);
    expect(privacy!.map((each) => each.upTo('profile'))).toEqual([9_999, 9_999]);
  });

  it('asks for no record, and changes nothing, in tables whose rows are not users', async () => {
    const { reader, reads } = readerOf(rowOf(GRANT, before));
    const filter = passAll();
    const answer = await reader.readRow(
      { table: 'campaigns', key: Buffer.from('k'), filter },
      { level: 'eventual' },
    );
    expect(reads[0]!.filter).toBe(filter);
    expect([names(answer.row), answer.privacy]).toEqual([['_prv@10000', 'profile@9000'], undefined]);
  });

  it('requests the values of the record only if it returns them', async () => {
    const { reader, reads } = readerOf(undefined);
    for (const keepsRecord of [false, true])
      await reader.readRow(
        { table: 'users', key: Buffer.from('k'), filter: passAll(), keepsRecord },
        { level: 'eventual' },
      );
    const stripped = reads.map(({ filter }) => JSON.stringify(filter).includes('stripValueTransformer'));
    expect(stripped).toEqual([true, false]);
  });
});

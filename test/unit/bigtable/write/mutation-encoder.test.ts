import { google } from '@google-cloud/bigtable/build/protos/protos';
import { encodeMutateRowsEntry } from '../../../../src/bigtable/write/mutation-encoder';
import {
  deleteFromColumn,
  deleteFromFamily,
  SERVER_TIME,
  setCell,
} from '../../../../src/bigtable/write/mutations';
import type { RowMutations } from '../../../../src/bigtable/client/types';
import { seededRandom } from '../../../../src/platform/random';

const { Entry } = google.bigtable.v2.MutateRowsRequest;

/** Returns the entry as the reference library serializes it. */
function reference({ key, mutations }: RowMutations): Buffer {
  const entry = Entry.fromObject({ rowKey: key, mutations });
  return Buffer.from(Entry.encode(entry).finish());
}

const random = seededRandom(7);
const below = (count: number): number => Math.floor(random() * count);
const bytes = (length: number): Buffer => Buffer.from(Array.from({ length }, () => below(256)));

describe('encodeMutateRowsEntry', () => {
  it('writes the same bytes as the reference library, whatever the sizes of names, values and times', () => {
    const sizes = [0, 1, 127, 128, 300, 16_384, 70_000];
    for (let at = 0; at < 300; at++) {
      const mutations = Array.from({ length: 1 + below(4) }, () => {
        const timeMs = [0, 1, below(2 ** 31), Date.now()][below(4)]!;
        const value = bytes(at < 280 ? sizes[below(4)]! : sizes[below(sizes.length)]!);
        return setCell('f'.repeat(1 + below(64)), bytes(sizes[below(4)]!), timeMs * 1_000, value);
      });
      const row = { key: bytes(1 + below(300)), mutations };
      expect(Buffer.from(encodeMutateRowsEntry(row)).equals(reference(row))).toBe(true);
    }
  });

  it('does not share bytes between entries', () => {
    const row = (name: string) => ({
      key: Buffer.from(name),
      mutations: [setCell('f', Buffer.from('q'), 1_000, Buffer.from(name))],
    });
    const first = encodeMutateRowsEntry(row('first'));
    encodeMutateRowsEntry(row('other'));
    expect(Buffer.from(first).equals(reference(row('first')))).toBe(true);
  });

  it.each([
    ['deletions', [deleteFromColumn('f', Buffer.from('q')), deleteFromFamily('g')]],
    ['the time of the server', [setCell('f', Buffer.from('q'), SERVER_TIME, Buffer.from('v'))]],
    [
      'deletions before cells',
      [
        deleteFromColumn('f', Buffer.from('q'), { endMicros: 1_000 }),
        setCell('f', Buffer.from('q'), 1_000, Buffer.alloc(0)),
      ],
    ],
  ])('writes %s', (_, mutations) => {
    const row = { key: Buffer.from('k'), mutations };
    expect(Buffer.from(encodeMutateRowsEntry(row)).equals(reference(row))).toBe(true);
  });
});

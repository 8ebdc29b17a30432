import type { Cell, Mutation } from '../../../../src/bigtable/client/types';
import { DEFAULTS } from '../../../../src/config/defaults';
import type { RowAnswer } from '../../../../src/consistency/store';
import { parseEventSelection } from '../../../../src/core/events/event-selection';
import {
  deletedEventColumn,
  EVENTS_ERASED,
  OBJECTS_ERASED,
  PRIVACY_FAMILY,
} from '../../../../src/core/privacy/privacy-family';
import type { PersonalCorpus } from '../../../../src/core/privacy/privacy-rules';
import { RowPrivacy } from '../../../../src/core/privacy/row-privacy';
import { readSubjectRecord } from '../../../../src/core/privacy/subject-record';
import { EMPTY_TOKEN } from '../../../../src/core/tokens/write-token';
import { deleteUserEvents } from '../../../../src/operations/events/delete-user-events';
import { AD_ACTION, click, storedCells } from '../../../support/events';
import { VirtualClock } from '../../../support/virtual-clock';

/** Not at the start of a second, which is the shortest dedup window. */
const NOW_MS = Date.UTC(2026, 0, 1, 12) + 700;
const CORPUS = { dataTypes: new Map(), orderMicros: 0 } as unknown as PersonalCorpus;

interface RecordCell {
  readonly qualifier: Buffer;
  readonly atMs: number;
}

/** Cells of one event that was delivered with several times. */
const delivered = (...timesMs: readonly number[]): readonly Cell[] =>
  storedCells(timesMs.map((atMs) => click(atMs, { insertionId: 'same' }))).map(
    ({ qualifier, timestampMicros, value }) => ({
      family: 'ad_action',
      qualifier: Buffer.from(qualifier),
      timestampMicros,
      value: Buffer.from(value),
      labels: [],
    }),
  );

/** Deletes all events of a row with these cells and this record. Returns their number, and the markers that were written. */
async function deleteAll(cells: readonly Cell[], record: readonly RecordCell[] = []) {
  const written: Mutation[] = [];
  const subject = readSubjectRecord(
    record.map(({ qualifier, atMs }) => ({ qualifier, timestampMicros: atMs * 1_000 })),
  );
  const { events } = await deleteUserEvents(
    {
      key: Buffer.from('k'),
      selection: parseEventSelection(AD_ACTION, { from: NOW_MS - 3_600_000, to: NOW_MS, where: {} }),
      dryRun: false,
      signal: new AbortController().signal,
    },
    {
      reader: {
        readRow: () =>
          Promise.resolve({
            row: { key: Buffer.from('k'), cells },
            privacy: new RowPrivacy(CORPUS, subject),
          } as unknown as RowAnswer),
      },
      writer: {
        mutateRow: (_, { mutations }) => {
          written.push(...mutations);
          return Promise.resolve({ token: EMPTY_TOKEN, cluster: 'a' });
        },
      },
      clock: new VirtualClock(NOW_MS),
      limits: DEFAULTS.eventDeletion,
    },
  );
  const markers = written.flatMap(({ setCell }) =>
    setCell?.familyName === PRIVACY_FAMILY ? [Number(setCell.timestampMicros) / 1_000] : [],
  );
  return { events, markers };
}

describe('The marker of a deleted event', () => {
  it('has the latest time of the event, and not the present one', async () => {
    const cells = delivered(NOW_MS - 10_500, NOW_MS - 10_000);
    expect(new Set(cells.map(({ qualifier }) => qualifier.toString('hex'))).size).toBe(1);
    expect(await deleteAll(cells)).toEqual({ events: 1, markers: [NOW_MS - 10_000] });
  });

  it('has that time whatever tombstones of objects the row has', async () => {
    const record = [
      { qualifier: EVENTS_ERASED, atMs: NOW_MS - 20_000 },
      { qualifier: OBJECTS_ERASED, atMs: NOW_MS + 3_600_000 },
    ];
    const { markers } = await deleteAll(delivered(NOW_MS - 10_000), record);
    expect(markers).toEqual([NOW_MS - 10_000]);
  });

  it('is written again for a later delivery, which an erasure that voids the earlier marker does not hide', async () => {
    const [second, first] = delivered(NOW_MS - 10_500, NOW_MS - 10_000);
    const marker = deletedEventColumn('ad_action', first!.qualifier);
    const known = [{ qualifier: marker, atMs: NOW_MS - 10_500 }];
    expect(await deleteAll([first!], known)).toEqual({ events: 0, markers: [] });
    expect(await deleteAll([first!, second!], known)).toEqual({ events: 1, markers: [NOW_MS - 10_000] });
  });
});

import {
  encodeDetails,
  entriesIn,
  newEntryId,
  stateColumn,
  type LedgerState,
} from '../../../../src/core/privacy/ledger-entry';
import { decodeOpenRow, encodeOpenRow, openKey } from '../../../../src/core/privacy/ledger-open-row';
import { seededRandom } from '../../../../src/platform/random';
import { tidemarkError } from '../../../support/tidemark-error';

const id = newEntryId(seededRandom(1));
const other = newEntryId(seededRandom(2));
const requested = { kind: 'erasure', keyId: 3, purpose: undefined, requestedAtMs: 10, dueAtMs: 99 } as const;
const cell = (state: LedgerState, details: object, of = id) => ({
  qualifier: stateColumn(of, state),
  value: encodeDetails(details as never),
});
const hidden = (eventsUpToMs: number, objectsUpToMs: number, hiddenAtMs: number) => ({
  times: { eventsUpToMs, objectsUpToMs, decisionsUpToMs: 8 },
  hiddenAtMs,
});

describe('An entry of the ledger', () => {
  it('has the latest state of its cells, in whatever order they are', () => {
    const cells = [
      cell('requested', requested),
      cell('hidden', hidden(20, 12, 15)),
      cell('swept', hidden(20, 40, 15)),
      cell('certified', { certifiedAtMs: 50, certificate: '{}' }),
    ];
    const entry = {
      id,
      subject: 'ab',
      kind: 'erasure',
      keyId: 3,
      purpose: undefined,
      requestedAtMs: 10,
      dueAtMs: 99,
      state: 'certified',
      times: { eventsUpToMs: 20, objectsUpToMs: 40, decisionsUpToMs: 8 },
      hiddenAtMs: 15,
      certifiedAtMs: 50,
      certificate: '{}',
    };
    expect(entriesIn('ab', cells)).toEqual([entry]);
    expect(entriesIn('ab', [...cells].reverse())).toEqual([entry]);
    expect(entriesIn('ab', cells.slice(0, 2))).toMatchObject([{ state: 'hidden', certificate: undefined }]);
  });

  it('has the greatest times that any worker has recorded', () => {
    const [entry] = entriesIn('ab', [
      cell('requested', requested),
      cell('hidden', hidden(20, 12, 15)),
      cell('hidden', hidden(18, 14, 17)),
    ]);
    expect(entry).toMatchObject({
      times: { eventsUpToMs: 20, objectsUpToMs: 14, decisionsUpToMs: 8 },
      hiddenAtMs: 17,
    });
  });

  it('has the steps of derived data that the latest tombstone is from', () => {
    const cells = [
      cell('requested', requested),
      cell('hidden', { ...hidden(20, 12, 15), everywhereAtMs: 16 }),
      cell('hidden', { ...hidden(20, 30, 15), derivedSteps: 1 }),
    ];
    const [entry] = entriesIn('ab', cells);
    expect(entry).toMatchObject({ state: 'hidden', derivedSteps: 1, everywhereAtMs: undefined });
    // A late worker has hidden more for the first time: all steps have to be done again.
    const [late] = entriesIn('ab', [...cells, cell('hidden', hidden(21, 31, 17))]);
    expect(late).toMatchObject({ state: 'hidden', derivedSteps: undefined, everywhereAtMs: undefined });
  });

  it('is not done up to a state that does not cover a tombstone of a late worker', () => {
    const everywhere = { ...hidden(20, 12, 15), everywhereAtMs: 30 };
    const cells = [
      cell('requested', requested),
      cell('hidden', everywhere),
      cell('swept', hidden(20, 40, 15)),
    ];
    expect(entriesIn('ab', cells)).toMatchObject([{ state: 'swept', everywhereAtMs: 30 }]);
    const late = cell('hidden', hidden(25, 17, 35));
    const times = { eventsUpToMs: 25, objectsUpToMs: 40, decisionsUpToMs: 8 };
    expect(entriesIn('ab', [...cells, late])).toEqual([
      expect.objectContaining({ state: 'hidden', everywhereAtMs: undefined, times }),
    ]);
    const proven = cell('hidden', { times, hiddenAtMs: 35, everywhereAtMs: 50 });
    expect(entriesIn('ab', [...cells, late, proven])).toMatchObject([
      { state: 'hidden', everywhereAtMs: 50 },
    ]);
    const again = cell('swept', hidden(25, 60, 35));
    expect(entriesIn('ab', [...cells, late, proven, again])).toMatchObject([{ state: 'swept' }]);
  });

  it('is left out as long as its request is missing', () => {
    expect(entriesIn('ab', [cell('hidden', hidden(20, 12, 15))])).toEqual([]);
  });

  it('is one of several of a subject, oldest first', () => {
    const later = cell('requested', { ...requested, requestedAtMs: 11 }, other);
    expect(entriesIn('ab', [later, cell('requested', requested)]).map((entry) => entry.id)).toEqual([
      id,
      other,
    ]);
  });

  it('is reported as corrupted if a cell is', () => {
    const broken = { qualifier: stateColumn(id, 'requested'), value: Buffer.from('{"kind":1}') };
    expect(() => entriesIn('ab', [broken])).toThrow(tidemarkError('data_corrupted'));
  });

  it('is listed with its subject while it is open', () => {
    const row = { id, subject: 'ab', sealed: '0:x' };
    expect(decodeOpenRow(openKey(id), encodeOpenRow(row))).toEqual(row);
    expect(() => decodeOpenRow(openKey(id), Buffer.from('x'))).toThrow(tidemarkError('data_corrupted'));
  });
});

import { newEntryId, type LedgerEntry } from '../../../../src/core/privacy/ledger-entry';
import { EMPTY_TOKEN } from '../../../../src/core/tokens/write-token';
import { createEraseSubject } from '../../../../src/operations/privacy/erase-subject';
import { seededRandom } from '../../../../src/platform/random';
import { VirtualClock } from '../../../support/virtual-clock';

const NOW_MS = Date.UTC(2026, 0, 1);
const timesAt = (ms: number) => ({ eventsUpToMs: ms, objectsUpToMs: ms, decisionsUpToMs: ms });
const LATER = timesAt(NOW_MS + 2_000);
const HIDDEN = timesAt(NOW_MS);

/** The operation with a ledger that has the entry, and the steps that it has run. `hide` would hide later data. */
function erasing(entry: LedgerEntry) {
  const steps: string[] = [];
  const receipt = { token: EMPTY_TOKEN, cluster: 'a' };
  const hidden = (name: string, times: typeof LATER) => {
    steps.push(`${name} up to ${times.objectsUpToMs - NOW_MS}`);
    return Promise.resolve({ times, tokens: [], hiddenAtMs: NOW_MS });
  };
  const eraseSubject = createEraseSubject({
    ledger: {
      request: () => Promise.resolve({ entry, receipt }),
      record: (_, state) => {
        steps.push(`record ${state}`);
        return Promise.resolve(receipt);
      },
    },
    hideSubject: {
      hide: () => hidden('hide', LATER),
      hideAgain: ({ atLeast }) => hidden('hide again', atLeast),
      hideDerived: () => hidden('hide derived', LATER),
    },
    clock: new VirtualClock(NOW_MS),
    limits: { idBytesMax: 100, tokenWritesMax: 8 },
  });
  return { eraseSubject, steps };
}

const ENTRY: LedgerEntry = {
  subject: 'a'.repeat(64),
  keyId: 1,
  kind: 'erasure',
  id: newEntryId(seededRandom(1)),
  state: 'requested',
  requestedAtMs: NOW_MS,
  dueAtMs: NOW_MS + 1,
};

describe('A request of an erasure', () => {
  it('hides the data up to now, and records it', async () => {
    const { eraseSubject, steps } = erasing(ENTRY);
    const { entry } = await eraseSubject({ userId: 'ann', id: ENTRY.id });
    expect(entry).toMatchObject({ state: 'hidden', times: LATER });
    expect(steps).toEqual(['hide up to 2000', 'record hidden']);
  });

  it.each(['hidden', 'swept', 'certified'] as const)(
    'that is repeated once it is %s hides nothing that the user has created since',
    async (state) => {
      const known = { ...ENTRY, state, times: HIDDEN, hiddenAtMs: NOW_MS };
      const { eraseSubject, steps } = erasing(known);
      expect((await eraseSubject({ userId: 'ann', id: ENTRY.id })).entry).toEqual(known);
      expect(steps).toEqual(['hide again up to 0']);
    },
  );
});

import { setCell } from '../../../../src/bigtable/write/mutations';
import { LOCATION_FAMILY } from '../../../../src/core/residency/location-family';
import type { PlacementGroup } from '../../../../src/core/residency/placement-rules';
import { rowKey } from '../../../../src/core/rows/row-key';
import { EMPTY_TOKEN } from '../../../../src/core/tokens/write-token';
import { seededRandom } from '../../../../src/platform/random';
import type { Reader } from '../../../../src/consistency/store';
import { MovingRows } from '../../../../src/residency/mover/moving-rows';
import { MoverSteps } from '../../../../src/residency/mover/steps';
import { WaveTakenOver } from '../../../../src/residency/mover/wave-taken-over';
import { MemoryTransactions } from '../../../support/memory-transactions';
import { VirtualClock } from '../../../support/virtual-clock';
import { SUBJECT, WAVE } from './sample-wave';

const KEY = rowKey('anna');
const GROUP: PlacementGroup = {
  name: 'users',
  corpora: ['users'],
  sketches: [],
  defaultPlacement: 'us',
  requiresLocation: false,
};
const limits = {
  callTimeoutMs: 100,
  retryTimeoutMs: 1_000,
  retryInitialDelayMs: 10,
  retryMaxDelayMs: 50,
  rowsInFlight: 4,
  rowsPerCallMax: 3,
  largeRowBytes: 1_000,
  chunkCellsMax: 10,
  chunkBytesMax: 1_000,
};

describe('The rows of a wave', () => {
  let transactions: MemoryTransactions;
  let isOwn: boolean;
  let rows: MovingRows;

  const dataIn = (table: string) =>
    transactions.cellsOf(table, KEY).filter(({ family }) => !family.startsWith('_'));

  beforeEach(async () => {
    const [clock, random] = [new VirtualClock(), seededRandom(1)];
    transactions = new MemoryTransactions(LOCATION_FAMILY);
    const cell = setCell('profile', Buffer.from('a'), 1_000, Buffer.from('1'));
    await transactions.begin('users', KEY).commitUnmarked({ version: undefined, mutations: [cell] }, {});
    isOwn = true;
    const evidence = {
      level: 'eventual',
      met: true,
      clusters: [],
      tier: 'nearest',
      lookups: 1,
      stalenessMs: undefined,
      token: EMPTY_TOKEN,
    } as const;
    const reader: Pick<Reader, 'readRow'> = {
      readRow: async ({ table }) => ({ row: { key: KEY, cells: dataIn(table) }, evidence }),
    };
    rows = new MovingRows(
      {
        reader,
        transactions,
        reservations: transactions,
        presence: async () => new Map(),
        corpusOf: () => ({
          markedFamilies: new Set(['profile']),
          takesReservations: false,
          voidedBy: () => () => -1,
        }),
        clock,
        limits,
      },
      {
        wave: WAVE,
        group: GROUP,
        entries: { check: async () => void (await Promise.reject(new WaveTakenOver('w')).catch(rethrow)) },
        steps: new MoverSteps({ clock, random, limits }, undefined),
      },
    );
  });

  const rethrow = (error: unknown): void => {
    if (!isOwn) throw error;
  };

  it('are copied, and deleted where they were', async () => {
    await rows.copy([SUBJECT]);
    expect(dataIn('users@eu')).toMatchObject([{ family: 'profile', value: Buffer.from('1') }]);
    expect(dataIn('users')).toHaveLength(1);
    await rows.purge([SUBJECT]);
    expect(transactions.cellsOf('users', KEY)).toEqual([]);
    expect(dataIn('users@eu')).toHaveLength(1);
  });

  it('are not changed by a mover that was replaced before it claimed them', async () => {
    isOwn = false;
    await expect(rows.copy([SUBJECT])).rejects.toThrow(WaveTakenOver);
    expect(dataIn('users@eu')).toEqual([]);
    await expect(rows.purge([SUBJECT])).rejects.toThrow(WaveTakenOver);
    expect(dataIn('users')).toHaveLength(1);
  });
});

import {
  decodeFeedRecord,
  encodeFeedRecord,
  type FeedRecord,
} from '../../../../src/core/residency/feed-record';
import { OpenMoves } from '../../../../src/core/residency/open-moves';
import { tidemarkError } from '../../../support/tidemark-error';

const begun = (id: string, ...keys: readonly string[]): FeedRecord => ({
  kind: 'begun',
  wave: {
    id,
    group: 'users',
    from: 'us',
    to: 'eu',
    begunAtMs: 0,
    subjects: keys.map((key) => ({ key, epoch: 2 })),
  },
});

describe('Records of the move feed', () => {
  it.each<FeedRecord>([
    begun('w', 'a', 'b'),
    { kind: 'state', waveId: 'w', state: 'overlaid' },
    { kind: 'state', waveId: 'w', state: 'settled' },
    { kind: 'ended', waveId: 'w' },
    { kind: 'ended', waveId: 'w', subjects: ['a'] },
  ])('are read as they were written: %o', (record) => {
    expect(decodeFeedRecord(encodeFeedRecord(record))).toEqual(record);
  });

  it.each([
    ['{'],
    ['{"kind":"paused"}'],
    ['{"kind":"state","waveId":"w","state":"home"}'],
    ['{"kind":"begun","id":"w","group":"g","from":"a","to":"b","subjects":[["k",0]]}'],
  ])('are corrupted as %s', (text) => {
    expect(() => decodeFeedRecord(Buffer.from(text))).toThrow(tidemarkError('data_corrupted'));
  });
});

describe('Open moves', () => {
  let moves: OpenMoves;
  beforeEach(() => {
    moves = new OpenMoves();
    moves.apply(begun('w', 'a', 'b'));
  });

  it('have the states of their waves', () => {
    expect(moves.of('a')).toEqual({ epoch: 2, state: 'preparing', from: 'us', to: 'eu' });
    moves.apply({ kind: 'state', waveId: 'w', state: 'overlaid' });
    expect([moves.of('a')?.state, moves.of('b')?.state, moves.of('c')]).toEqual([
      'overlaid',
      'overlaid',
      undefined,
    ]);
    expect(moves.waves()).toEqual([
      { wave: (begun('w', 'a', 'b') as { wave: unknown }).wave, state: 'overlaid' },
    ]);
  });

  it('end subject by subject, or all together', () => {
    moves.apply({ kind: 'ended', waveId: 'w', subjects: ['a'] });
    expect([moves.of('a'), moves.of('b')?.state, moves.subjectsOf('w')]).toEqual([
      undefined,
      'preparing',
      ['b'],
    ]);
    moves.apply({ kind: 'ended', waveId: 'w' });
    expect([moves.size, moves.waves()]).toEqual([0, []]);
  });

  it('do not change by records that come again, or belong to waves that have ended', () => {
    moves.apply({ kind: 'state', waveId: 'w', state: 'overlaid' });
    moves.apply(begun('w', 'a', 'b'));
    expect(moves.of('a')?.state).toBe('overlaid');
    moves.apply({ kind: 'ended', waveId: 'w' });
    moves.apply({ kind: 'state', waveId: 'w', state: 'settled' });
    moves.apply({ kind: 'ended', waveId: 'w' });
    expect(moves.size).toBe(0);
  });

  it('do not return to an earlier state, or to an earlier move, by records that come late', () => {
    moves.apply({ kind: 'state', waveId: 'w', state: 'settled' });
    moves.apply({ kind: 'state', waveId: 'w', state: 'overlaid' });
    expect(moves.of('a')?.state).toBe('settled');
    const next = begun('next', 'a') as Extract<FeedRecord, { kind: 'begun' }>;
    moves.apply({ ...next, wave: { ...next.wave, subjects: [{ key: 'a', epoch: 5 }] } });
    moves.apply(begun('late', 'a', 'c'));
    expect([moves.of('a')?.epoch, moves.of('c')?.epoch]).toEqual([5, 2]);
    expect([moves.subjectsOf('w'), moves.subjectsOf('late')]).toEqual([['b'], ['c']]);
    moves.apply({ kind: 'ended', waveId: 'w' });
    expect(moves.waves().map(({ wave }) => wave.id)).toEqual(['next', 'late']);
  });
});

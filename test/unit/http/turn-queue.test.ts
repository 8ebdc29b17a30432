import { TurnQueue } from '../../../src/http/turn-queue';
import { VirtualClock } from '../../support/virtual-clock';

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('Requests that arrive in one turn of the event loop', () => {
  it('begin at once for the time given, and the others in the next turns, in their order', async () => {
    let nowMs = 0;
    const clock = Object.assign(new VirtualClock(), { monotonicMs: () => nowMs });
    const turns = new TurnQueue(clock, 10);
    const begun: number[] = [];
    const begin = (request: number) => (): void => {
      begun.push(request);
      nowMs += 4;
    };
    for (let request = 0; request < 8; request++) turns.take('a', begin(request));
    expect(begun).toEqual([0, 1, 2]);
    nowMs += 100;
    expect(turns.waitMs).toBe(100);

    await nextTurn();
    expect(begun).toEqual([0, 1, 2, 3, 4, 5]);
    turns.take('a', begin(8));
    expect(begun).toHaveLength(6);
    await nextTurn();
    expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
    expect(turns.waitMs).toBe(0);
    await nextTurn();
    turns.take('a', begin(9));
    expect(begun).toHaveLength(10);
  });

  it('begin in turn with those of other senders, however many one of them has sent', async () => {
    let nowMs = 0;
    const clock = Object.assign(new VirtualClock(), { monotonicMs: () => nowMs });
    const turns = new TurnQueue(clock, 10);
    const begun: string[] = [];
    const begin = (request: string) => (): void => {
      begun.push(request);
      nowMs += 4;
    };
    for (let request = 0; request < 9; request++) turns.take('a', begin(`a${request}`));
    for (const sender of ['b', 'c']) turns.take(sender, begin(sender));
    await nextTurn();
    expect(begun.slice(3)).toEqual(['a3', 'b', 'c']);
  });
});

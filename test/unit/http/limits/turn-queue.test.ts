import { TurnQueue } from '../../../../src/http/limits/turn-queue';
import { VirtualClock } from '../../../support/virtual-clock';

function take(turns: TurnQueue, sender: string, begin: () => void): void {
  if (turns.mayBeginNow()) begin();
  else turns.enqueue(sender, begin);
}

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('Requests that arrive in one turn of the event loop', () => {
  it('requests begin at once within the time limit, and the others in later turns, in their order', async () => {
    let nowMs = 0;
    const clock = Object.assign(new VirtualClock(), { monotonicMs: () => nowMs });
    const turns = new TurnQueue(clock, 10);
    const begun: number[] = [];
    const begin = (request: number) => (): void => {
      begun.push(request);
      nowMs += 4;
    };
    for (let request = 0; request < 8; request++) take(turns, 'a', begin(request));
    expect(begun).toEqual([0, 1, 2]);
    nowMs += 100;
    expect(turns.waitMs).toBe(100);

    await nextTurn();
    expect(begun).toEqual([0, 1, 2, 3, 4, 5]);
    take(turns, 'a', begin(8));
    expect(begun).toHaveLength(6);
    await nextTurn();
    expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
    expect(turns.waitMs).toBe(0);
    await nextTurn();
    take(turns, 'a', begin(9));
    expect(begun).toHaveLength(10);
  });

  it('senders take turns, however many requests one of them has sent', async () => {
    let nowMs = 0;
    const clock = Object.assign(new VirtualClock(), { monotonicMs: () => nowMs });
    const turns = new TurnQueue(clock, 10);
    const begun: string[] = [];
    const begin = (request: string) => (): void => {
      begun.push(request);
      nowMs += 4;
    };
    for (let request = 0; request < 9; request++) take(turns, 'a', begin(`a${request}`));
    for (const sender of ['b', 'c']) take(turns, sender, begin(sender));
    await nextTurn();
    expect(begun.slice(3)).toEqual(['a3', 'b', 'c']);
  });
});

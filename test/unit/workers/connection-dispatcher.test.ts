import fc from 'fast-check';
import { ConnectionDispatcher } from '../../../src/workers/connection-dispatcher';

describe('The dispatcher of connections', () => {
  let handed: string[];
  let handOver: ConnectionDispatcher<string, string>;
  beforeEach(() => {
    handed = [];
    handOver = new ConnectionDispatcher((connection, worker) => handed.push(`${connection}→${worker}`));
  });
  const add = (...connections: readonly string[]): void => connections.forEach((each) => handOver.add(each));

  it('free workers get connections in turn', () => {
    for (const worker of ['A', 'B', 'C']) handOver.addWorker(worker);
    add('1', '2', '3');
    for (const worker of ['B', 'C', 'A']) handOver.confirm(worker);
    add('4', '5', '6');
    expect(handed).toEqual(['1→A', '2→B', '3→C', '4→B', '5→C', '6→A']);
  });

  it('a worker that does not take its connection gets no other one', () => {
    handOver.addWorker('A');
    handOver.addWorker('B');
    add('1', '2', '3', '4');
    handOver.confirm('B');
    handOver.confirm('B');
    expect(handed).toEqual(['1→A', '2→B', '3→B', '4→B']);
    expect(handOver.inTransitTo('A')).toBe('1');
  });

  it('a returned connection goes to another worker, before later ones', () => {
    handOver.addWorker('A');
    add('1', '2');
    handOver.removeWorker('A');
    handOver.reassign('A');
    handOver.addWorker('B');
    handOver.confirm('B');
    expect(handed).toEqual(['1→A', '1→B', '2→B']);
  });

  it('connections keep their order until a worker serves', () => {
    add('1', '2', '3');
    handOver.remove('2');
    handOver.addWorker('A');
    expect(handOver.confirm('A')).toBe('1');
    handOver.confirm('A');
    expect(handed).toEqual(['1→A', '3→A']);
  });

  it('a removed worker gets no connections, even after it has taken its last one', () => {
    handOver.addWorker('A');
    add('1', '2');
    handOver.removeWorker('A');
    expect(handOver.confirm('A')).toBe('1');
    expect(handed).toEqual(['1→A']);
    expect(handOver.hasWorkers).toBe(false);
  });

  it('a connection is handed to one worker after the other until one takes it, whatever happens', () => {
    const step = fc.tuple(
      fc.constantFrom('add', 'open', 'close', 'take', 'end'),
      fc.constantFrom('A', 'B', 'C'),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const holder = new Map<number, string>();
        const taken: number[] = [];
        const tested = new ConnectionDispatcher<number, string>((connection, worker) => {
          expect(holder.get(connection)).toBeUndefined();
          expect([...holder.values()]).not.toContain(worker);
          holder.set(connection, worker);
        });
        const release = (worker: string): void => {
          const connection = tested.inTransitTo(worker);
          if (connection !== undefined) holder.delete(connection);
        };
        let count = 0;
        for (const [kind, worker] of steps) {
          if (kind === 'add') tested.add((count += 1));
          if (kind === 'open') tested.addWorker(worker);
          if (kind === 'close') tested.removeWorker(worker);
          if (kind === 'take') {
            const connection = tested.inTransitTo(worker);
            release(worker);
            expect(tested.confirm(worker)).toBe(connection);
            if (connection !== undefined) taken.push(connection);
          }
          if (kind === 'end') {
            tested.removeWorker(worker);
            release(worker);
            tested.reassign(worker);
          }
        }
        for (const worker of ['A', 'B', 'C']) {
          tested.removeWorker(worker);
          release(worker);
          tested.reassign(worker);
        }
        tested.addWorker('D');
        for (let each = tested.inTransitTo('D'); each !== undefined; each = tested.inTransitTo('D')) {
          release('D');
          taken.push(tested.confirm('D')!);
        }
        expect(taken.sort((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, index) => index + 1));
      }),
    );
  });
});

import { DEFAULTS } from '../../../../src/config/defaults';
import type { MessageDelivery } from '../../../../src/ingest/pubsub/message-delivery';
import { MessageLeases, type MessageLeaseLimits } from '../../../../src/ingest/pubsub/message-leases';
import { VirtualClock } from '../../../support/virtual-clock';

/** Leases whose calls are recorded as `<call> <ids>`. */
function leases(changes: Partial<MessageLeaseLimits> = {}) {
  const clock = new VirtualClock();
  const calls: string[] = [];
  const lost: number[] = [];
  let [room, answer] = [0, (): Promise<void> => Promise.resolve()];
  const held = new MessageLeases({
    clock,
    limits: { ...DEFAULTS.pubsub, ackDeadlineSeconds: 10, ackDelayMs: 10, ...changes },
    calls: {
      acknowledge(ackIds) {
        calls.push(`ack ${ackIds.join()}`);
        return answer();
      },
      modifyAckDeadline(ackIds, seconds) {
        calls.push(`${seconds}s ${ackIds.join()}`);
        return answer();
      },
    },
    observer: { onAckFailed: (_error, messages) => lost.push(messages) },
    onRoom: () => room++,
  });
  const add = (ackId: string, bytes = 1): MessageDelivery =>
    held.add({ ackId, data: Buffer.alloc(bytes), attributes: {}, publishTimeMs: 0 });
  const fail = (): void => void (answer = () => Promise.reject(new Error('away')));
  return { clock, calls, lost, held, add, fail, room: () => room };
}

describe('Message leases', () => {
  it('acknowledgements of many messages are sent in one call', async () => {
    const { clock, calls, add } = leases();
    const [a, b, c] = [add('a'), add('b'), add('c')];
    a.ack();
    b.ack();
    c.nack();
    expect(calls).toEqual([]);
    await clock.advance(10);
    expect(calls).toEqual(['ack a,b', '0s c']);
  });

  it('a message is acknowledged or handed back once', async () => {
    const { clock, calls, held, add } = leases();
    const a = add('a', 100);
    a.ack();
    a.nack();
    await clock.advance(10);
    expect(calls).toEqual(['ack a']);
    expect([held.size, held.bytes]).toEqual([0, 0]);
  });

  it('a lease is renewed before it ends while its message is held, but not forever', async () => {
    const { clock, calls, add } = leases({ leaseMaxMs: 30_000 });
    add('a');
    await clock.advance(4_900);
    expect(calls).toEqual([]);
    await clock.advance(25_100);
    expect(calls.length).toBeGreaterThanOrEqual(5);
    expect(new Set(calls)).toEqual(new Set(['10s a']));
    const before = calls.length;
    await clock.advance(60_000);
    expect(calls).toHaveLength(before);
  });

  it('they are full by messages or by bytes, and report when there is room again', () => {
    const byCount = leases({ messagesInFlightMax: 2 });
    const first = byCount.add('a');
    expect(byCount.held.isFull).toBe(false);
    byCount.add('b');
    expect(byCount.held.isFull).toBe(true);
    first.ack();
    expect([byCount.held.isFull, byCount.room()]).toEqual([false, 1]);
    const byBytes = leases({ bytesInFlightMax: 100 });
    const large = byBytes.add('a', 100);
    expect(byBytes.held.isFull).toBe(true);
    large.nack();
    expect([byBytes.held.isFull, byBytes.room()]).toEqual([false, 1]);
  });

  it('closing hands back the messages held and waits for the call', async () => {
    const { calls, held, add } = leases();
    add('a').ack();
    add('b');
    await held.close();
    expect(calls).toEqual(['ack a', '0s b']);
  });

  it('lost acknowledgements are reported with their number', async () => {
    const { clock, lost, add, fail } = leases();
    fail();
    add('a').ack();
    add('b').ack();
    await clock.advance(10);
    expect(lost).toEqual([2]);
  });

  it('no timer is left when no message is held', async () => {
    const { clock, add } = leases();
    add('a').ack();
    await clock.advance(20_000);
    expect(clock.pending).toBe(0);
  });
});

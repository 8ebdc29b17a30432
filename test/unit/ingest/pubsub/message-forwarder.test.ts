import { MessageForwarder } from '../../../../src/ingest/pubsub/message-forwarder';
import { VirtualClock } from '../../../support/virtual-clock';

const LIMITS = { failureInitialDelayMs: 100, failureMaxDelayMs: 300 };

describe('A forwarder whose topic is unavailable', () => {
  it('it hands messages back after random delays that grow up to the maximum', async () => {
    const clock = new VirtualClock();
    let isDown = true;
    const nacks: number[] = [];
    const forwarder = new MessageForwarder({
      clock,
      random: () => 0.5,
      limits: LIMITS,
      accepts: () => true,
      publish: () => (isDown ? Promise.reject(new Error('down')) : Promise.resolve()),
    });
    const handedBackAfterMs = async (): Promise<number> => {
      const takenMs = clock.monotonicMs();
      const before = nacks.length;
      forwarder.handle({
        data: Buffer.alloc(0),
        attributes: {},
        publishTimeMs: 0,
        ack: () => undefined,
        nack: () => nacks.push(clock.monotonicMs()),
      });
      await clock.advance(400);
      expect(nacks).toHaveLength(before + 1);
      return nacks.at(-1)! - takenMs;
    };
    expect([await handedBackAfterMs(), await handedBackAfterMs(), await handedBackAfterMs()]).toEqual([
      50, 100, 150,
    ]);
    isDown = false;
    forwarder.handle({
      data: Buffer.alloc(0),
      attributes: {},
      publishTimeMs: 0,
      ack: () => undefined,
      nack: () => undefined,
    });
    await clock.advance(1);
    isDown = true;
    expect(await handedBackAfterMs()).toBe(50);
  });
});

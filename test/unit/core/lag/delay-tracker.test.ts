import { DelayTracker } from '../../../../src/core/lag/delay-tracker';
import { NOW } from './reports';

describe('the delays of a process', () => {
  it('are 0 at first', () => {
    expect(new DelayTracker(30_000).report(0)).toEqual({
      eventsPerSecond: 0,
      eventLagP50Ms: 0,
      eventLagP99Ms: 0,
      deliveryLagP50Ms: 0,
      deliveryLagP99Ms: 0,
      producerDelayP99Ms: undefined,
    });
  });

  it('are reported by station, with the rate since the previous report', () => {
    const delays = new DelayTracker(30_000);
    delays.report(1_000);
    delays.startBatch(NOW, 2_000).recordEvent(NOW - 12, NOW - 5);
    delays.recordEvent(NOW - 12, NOW - 5);
    expect(delays.report(3_000)).toEqual({
      eventsPerSecond: 1,
      eventLagP50Ms: 12,
      eventLagP99Ms: 12,
      deliveryLagP50Ms: 5,
      deliveryLagP99Ms: 5,
      producerDelayP99Ms: 7,
    });
    expect(delays.report(4_000)).toMatchObject({ eventsPerSecond: 0, producerDelayP99Ms: 7 });
  });

  it('include only the delivery delay for messages that are not decoded', () => {
    const delays = new DelayTracker(30_000);
    delays.startBatch(NOW, 0).recordMessage(NOW - 9);
    expect(delays.report(1_000)).toMatchObject({ deliveryLagP99Ms: 9, producerDelayP99Ms: undefined });
  });
});

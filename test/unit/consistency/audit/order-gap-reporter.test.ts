import { watermarkColumnOf } from '../../../../src/core/consistency/row-watermark';
import { createLogger } from '../../../../src/platform/telemetry/logger';
import type { Cluster } from '../../../../src/routing/topology/cluster';
import { OrderGapReporter } from '../../../../src/consistency/audit/order-gap-reporter';
import { VirtualClock } from '../../../support/virtual-clock';

const clusterOf = (id: string): Cluster => ({ id, code: id.slice(0, 4) }) as unknown as Cluster;
const gap = (origin: string) => ({
  column: watermarkColumnOf(origin, 'writer'),
  versionMs: 2,
  predecessorMs: 1,
});

interface Line {
  readonly origin: string;
  readonly replica: string;
}

describe('The reporter of writes that were applied out of order', () => {
  const clock = new VirtualClock();
  const counted: string[] = [];
  const lines: Line[] = [];
  const reporter = new OrderGapReporter({
    clusterOf: (code) => (code === 'us__' ? clusterOf('us-a') : undefined),
    clock,
    logger: createLogger({
      level: 'info',
      service: 'test',
      destination: { write: (line: string) => void lines.push(JSON.parse(line) as Line) },
    }),
    observer: { onOrderGap: (origin, replica) => void counted.push(`${origin} ${replica}`) },
    logIntervalMs: 60_000,
  });
  const report = (replica: string, ...origins: string[]): void =>
    reporter.onOrderGaps({ replica: clusterOf(replica), table: 't', gaps: origins.map(gap) });
  const pairs = (): string[] => lines.splice(0).map(({ origin, replica }) => `${origin} ${replica}`);

  it('counts each row once for each origin, and logs each origin and replica once a minute', async () => {
    report('eu-a', 'us__', 'us__');
    report('eu-a', 'us__');
    report('asia-a', 'us__');
    expect(counted.splice(0)).toEqual(['us-a eu-a', 'us-a eu-a', 'us-a asia-a']);
    expect(pairs()).toEqual(['us-a eu-a', 'us-a asia-a']);
    await clock.advance(59_999);
    report('eu-a', 'us__');
    expect(pairs()).toEqual([]);
    await clock.advance(1);
    report('eu-a', 'us__');
    expect(pairs()).toEqual(['us-a eu-a']);
  });

  it('ignores what an origin lacks itself, for then the row was erased', () => {
    counted.length = 0;
    report('us__', 'us__');
    expect(counted).toEqual([]);
  });

  it('names an origin that has left the topology by its code', () => {
    counted.length = 0;
    report('eu-a', 'gone');
    expect(counted).toEqual(['676f6e65 eu-a']);
  });
});

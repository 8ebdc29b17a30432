import { MetricChanges } from '../../../../src/operations/console/metric-changes';
import { MetricSamples } from '../../../../src/operations/console/metric-samples';

const histogram = (counts: readonly number[], worker: string): string =>
  [0.001, 0.01, 0.1, Infinity]
    .map(
      (bound, index) =>
        `d_seconds_bucket{le="${bound === Infinity ? '+Inf' : bound}",worker="${worker}"} ${counts[index]}`,
    )
    .join('\n');

describe('Changes of metrics', () => {
  it('add the samples of all workers', () => {
    const before = new MetricSamples(
      '# TYPE n_total counter\nn_total{a="x",worker="1"} 1\nn_total{a="x",worker="2"} 2\n',
    );
    const now = new MetricSamples(
      'n_total{a="x",worker="1"} 4\nn_total{a="x",worker="2"} 9\nn_total{a="y",worker="1"} 5 1700000000\n',
    );
    const changes = new MetricChanges(now, before, 2_000);
    expect([changes.perSecond('n_total', { a: 'x' }), changes.perSecond('n_total')]).toEqual([5, 7.5]);
    expect(now.combinations('n_total', ['a'])).toEqual([{ a: 'x' }, { a: 'y' }]);
  });

  it('are never negative, although a worker that was replaced begins at 0', () => {
    const changes = new MetricChanges(new MetricSamples('n_total 1'), new MetricSamples('n_total 8'), 1_000);
    expect(changes.perSecond('n_total')).toBe(0);
  });

  it('have quantiles of what was recorded meanwhile, interpolated within the bucket', () => {
    const before = new MetricSamples(histogram([100, 100, 100, 100], '1'));
    const now = new MetricSamples(`${histogram([100, 150, 190, 200], '1')}\n${histogram([0, 0, 0, 0], '2')}`);
    const changes = new MetricChanges(now, before, 1_000);
    expect(changes.quantileMs('d_seconds', 0.25)).toBeCloseTo(5.5);
    expect(changes.quantileMs('d_seconds', 0.9)).toBeCloseTo(100);
    expect(changes.quantileMs('d_seconds', 0.99)).toBe(100);
    expect(new MetricChanges(now, now, 1_000).quantileMs('d_seconds', 0.5)).toBeUndefined();
  });

  it('read labels with quotes and line breaks, and leave out values that are no number', () => {
    const samples = new MetricSamples('g{a="say \\"hi\\"\\nand go"} NaN\ng{a="b"} 3\n');
    expect(samples.combinations('g', ['a'])).toEqual([{ a: 'say "hi"\nand go' }, { a: 'b' }]);
    expect(samples.max('g')).toBe(3);
  });
});

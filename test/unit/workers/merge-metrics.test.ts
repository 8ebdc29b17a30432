import { mergeMetrics } from '../../../src/workers/merge-metrics';

const of = (worker: number, extra = ''): string =>
  `# HELP a_total Of a\n# TYPE a_total counter\na_total{worker="${worker}"} ${worker}\n` +
  `# HELP b Of b\n# TYPE b histogram\nb_count{worker="${worker}"} 1\nb_bucket{worker="${worker}",le="+Inf"} 1\n${extra}`;

describe('Merged metrics of several processes', () => {
  it('each metric is described once, followed by all its samples', () => {
    expect(mergeMetrics([of(1), of(2)])).toBe(
      '# HELP a_total Of a\n# TYPE a_total counter\na_total{worker="1"} 1\na_total{worker="2"} 2\n' +
        '# HELP b Of b\n# TYPE b histogram\n' +
        'b_count{worker="1"} 1\nb_bucket{worker="1",le="+Inf"} 1\nb_count{worker="2"} 1\nb_bucket{worker="2",le="+Inf"} 1\n',
    );
  });

  it('metrics of only one process stay as they are', () => {
    const extra = '# HELP c Of c\n# TYPE c gauge\nc{worker="2"} 3\n';
    expect(mergeMetrics([of(1), of(2, extra)])).toMatch(/# TYPE c gauge\nc\{worker="2"\} 3\n$/);
  });
});

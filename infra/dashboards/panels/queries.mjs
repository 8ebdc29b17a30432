/** PromQL building blocks of the panels; rates are over 5 minutes. */
export const V1 = 'http_route=~"/v1/.+"';
export const TROUBLE = 'has data once something goes wrong';

export const rate = (metric, labels = '') => `rate(${metric}${labels === '' ? '' : `{${labels}}`}[5m])`;
export const sum = (by, expr) => `sum${by === '' ? '' : ` by (${by})`} (${expr})`;
export const p99 = (by, metric, labels) =>
  `histogram_quantile(0.99, ${sum([by, 'le'].filter(Boolean).join(', '), rate(`${metric}_bucket`, labels))})`;
/** Returns one query with its labels as the legend. */
export const one = (expr, ...labels) => [
  { expr, legend: labels.map((label) => `{{${label}}}`).join(' ') || 'all' },
];

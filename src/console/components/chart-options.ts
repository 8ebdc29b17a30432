import type uPlot from 'uplot';
import { clockTime } from '../data/format';
import type { LineChartProps } from './line-chart-props';

/** Returns the options of uPlot, with the colours of the current theme. */
export function chartOptions(
  { series, format = String, height = 180 }: LineChartProps,
  width: number,
): uPlot.Options {
  const color = tokenReader();
  const font = '11px system-ui, sans-serif';
  const axis = {
    stroke: color('--text-muted'),
    font,
    grid: { stroke: color('--border'), width: 1 },
    ticks: { show: false },
  };
  return {
    width,
    height,
    legend: { show: false },
    cursor: { y: false, points: { size: 6 } },
    scales: { y: { range: (_plot, _min, max) => [0, max > 0 ? max * 1.1 : 1] } },
    axes: [
      {
        ...axis,
        grid: { show: false },
        size: 26,
        space: 72,
        values: (_plot, ticks) => ticks.map((each) => clockTime(each * 1_000)),
      },
      { ...axis, size: 52, values: (_plot, ticks) => ticks.map(format) },
    ],
    series: [
      {},
      ...series.map((each, index): uPlot.Series => {
        const stroke = color(`--chart-${each.color ?? index + 1}`);
        return {
          label: each.label,
          stroke,
          width: 1.75,
          points: { show: false },
          ...(each.dashed === true && { dash: [5, 4] }),
          ...(each.filled === true && { fill: `${stroke}22` }),
        };
      }),
    ],
  };
}

function tokenReader(): (name: string) => string {
  const style = getComputedStyle(document.documentElement);
  return (name) => style.getPropertyValue(name).trim();
}

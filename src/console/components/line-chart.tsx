import { useEffect, useRef, useState } from 'preact/hooks';
import uPlot from 'uplot';
import { theme } from '../data/theme';
import { Button } from './button';
import { chartOptions } from './chart-options';
import { ChartTable } from './chart-table';
import type { LineChartProps } from './line-chart-props';

/** Lines over time, drawn by uPlot. The same numbers can be shown as a table. */
export function LineChart(props: LineChartProps) {
  const { label, times, series, height = 180 } = props;
  const [hasTable, setHasTable] = useState(false);
  return (
    <figure class="chart">
      <Drawing {...props} height={height} />
      <figcaption class="chart-caption">
        <span class="chart-legend">
          {series.map((each, index) => (
            <span
              key={each.label}
              class={`legend-${each.color ?? index + 1}${each.dashed === true ? ' is-dashed' : ''}`}
            >
              {each.label}
            </span>
          ))}
        </span>
        <Button
          kind="quiet"
          pressed={hasTable}
          label={`Table: ${label}`}
          onClick={() => setHasTable(!hasTable)}
        >
          Table
        </Button>
      </figcaption>
      {hasTable && <ChartTable {...props} times={times} />}
    </figure>
  );
}

function Drawing(props: LineChartProps & { readonly height: number }) {
  const frame = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | undefined>(undefined);
  const { label, times, series, height } = props;
  const shape = JSON.stringify([series.map(({ values: _values, ...rest }) => rest), height, theme.value]);
  useEffect(() => {
    const element = frame.current!;
    const made = new uPlot(chartOptions(props, element.clientWidth), dataOf(props), element);
    plot.current = made;
    const observer = new ResizeObserver(() => made.setSize({ width: element.clientWidth, height }));
    observer.observe(element);
    return () => {
      observer.disconnect();
      made.destroy();
    };
  }, [shape]);
  useEffect(() => plot.current?.setData(dataOf(props)), [times, series]);
  return <div ref={frame} class="chart-frame" role="img" aria-label={label} />;
}

function dataOf({ times, series }: LineChartProps): uPlot.AlignedData {
  return [[...times], ...series.map(({ values }) => [...values])];
}

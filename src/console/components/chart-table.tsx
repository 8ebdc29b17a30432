import { clockTime } from '../data/format';
import type { LineChartProps } from './line-chart-props';
import { DataTable } from './data-table';

/** Rows that the table of a chart shows at most: the latest. */
const ROWS_MAX = 60;

/** The numbers of a chart, the latest first. */
export function ChartTable({ label, times, series, format = String }: LineChartProps) {
  const rows = times
    .map((time, index) => ({ time, index }))
    .reverse()
    .slice(0, ROWS_MAX);
  const columns = [
    { key: 'time', title: 'Time', cell: ({ time }: (typeof rows)[number]) => clockTime(time * 1_000) },
    ...series.map((each) => ({
      key: each.label,
      title: each.label,
      kind: 'number' as const,
      cell: ({ index }: (typeof rows)[number]) => {
        const value = each.values[index];
        return value === null || value === undefined ? '–' : format(value);
      },
    })),
  ];
  return (
    <DataTable
      caption={`${label}, as a table`}
      columns={columns}
      rows={rows}
      rowKey={({ time }) => String(time)}
    />
  );
}

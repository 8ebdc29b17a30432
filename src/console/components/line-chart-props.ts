export interface Series {
  readonly label: string;
  /** Values at the times of the chart; null where there is none. */
  readonly values: readonly (number | null)[];
  /** Number of the colour, from 1 to 4. Default: the position of the series. */
  readonly color?: 1 | 2 | 3 | 4 | undefined;
  readonly dashed?: boolean | undefined;
  /** Whether the area below the line is filled. */
  readonly filled?: boolean | undefined;
}

export interface LineChartProps {
  /** Describes the chart for screen readers, and is the caption of its table. */
  readonly label: string;
  /** Times in seconds since 1970, ascending. */
  readonly times: readonly number[];
  readonly series: readonly Series[];
  readonly format?: ((value: number) => string) | undefined;
  /** Height in pixels. Default: 180. */
  readonly height?: number | undefined;
}

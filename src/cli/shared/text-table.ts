import { maxOf } from '../../core/shared/lists';

export interface TextTableOptions {
  /**
   * Alignment of all columns but the first one, which is left-aligned: `left` (the default), `right`, or
   * `numbers-right`, which right-aligns only cells that begin with a digit.
   */
  readonly align?: 'left' | 'right' | 'numbers-right';
  /** Minimum width of all columns but the first one. Default: 0. */
  readonly widthMin?: number;
  /** Whether a line separates the header from the rows. Default: true. */
  readonly isUnderlined?: boolean;
}

/** Returns a table as text. Each column is as wide as its widest cell, and two spaces separate the columns. */
export function textTable(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  { align = 'left', widthMin = 0, isUnderlined = true }: TextTableOptions = {},
): string {
  const widths = header.map((name, column) => {
    const widest = Math.max(name.length, maxOf(rows.map((row) => row[column]?.length ?? 0)));
    return column === 0 ? widest : Math.max(widest, widthMin);
  });
  const isRight = (cell: string, column: number): boolean =>
    column > 0 && (align === 'right' || (align === 'numbers-right' && /^[\d.,]/.test(cell)));
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        return isRight(cell, column) ? cell.padStart(width) : cell.padEnd(width);
      })
      .join('  ')
      .trimEnd();
  const rule = isUnderlined ? [line(widths.map((width) => '-'.repeat(width)))] : [];
  return [line(header), ...rule, ...rows.map(line)].join('\n');
}

import { maxOf } from '../../core/shared/lists';

/** Columns as wide as their widest cell, two spaces apart; the header underlined. */
export function textTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = header.map((name, column) =>
    Math.max(name.length, maxOf(rows.map((row) => row[column]?.length ?? 0))),
  );
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  const rule = widths.map((width) => '-'.repeat(width));
  return [line(header), line(rule), ...rows.map(line)].join('\n');
}

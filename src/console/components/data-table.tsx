import type { ComponentChildren } from 'preact';

export interface Column<Row> {
  /** Identifies the column. */
  readonly key: string;
  readonly title: string;
  readonly cell: (row: Row) => ComponentChildren;
  /** Numbers are aligned at the right. Default: `text`. */
  readonly kind?: 'text' | 'number' | 'code' | undefined;
}

interface DataTableProps<Row> {
  /** What the table shows, for screen readers. */
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  /** Shown instead of rows if there are none. */
  readonly empty?: ComponentChildren;
  /** Makes rows selectable by a button in their first cell. */
  readonly onSelect?: ((row: Row) => void) | undefined;
  readonly selected?: ((row: Row) => boolean) | undefined;
}

/** A table. The first column names the row. It scrolls sideways where it is wider than the page. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, rowKey, empty = 'Nothing to show' } = props;
  return (
    <div class="table-frame" role="group" aria-label={caption} tabIndex={0}>
      <table class="table">
        <caption class="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ key, title, kind }) => (
              <th key={key} scope="col" class={cellClass(kind)}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <TableRow key={rowKey(row)} row={row} {...props} />
          ))}
          {rows.length === 0 && (
            <tr>
              <td class="table-empty" colSpan={columns.length}>
                {empty}
              </td>
            </tr>
          )}
        </tbody>
      </table>
    </div>
  );
}

function TableRow<Row>({ row, columns, onSelect, selected }: DataTableProps<Row> & { readonly row: Row }) {
  const isSelected = selected?.(row) ?? false;
  const [first, ...others] = columns;
  return (
    <tr class={isSelected ? 'is-selected' : undefined}>
      <th scope="row" class={cellClass(first?.kind)}>
        {onSelect === undefined ? (
          first?.cell(row)
        ) : (
          <button type="button" class="table-select" aria-pressed={isSelected} onClick={() => onSelect(row)}>
            {first?.cell(row)}
          </button>
        )}
      </th>
      {others.map(({ key, kind, cell }) => (
        <td key={key} class={cellClass(kind)}>
          {cell(row)}
        </td>
      ))}
    </tr>
  );
}

function cellClass(kind: Column<unknown>['kind']): string | undefined {
  return kind === undefined || kind === 'text' ? undefined : `cell-${kind}`;
}

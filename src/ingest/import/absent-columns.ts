import { invalidArgument, TidemarkError } from '../../errors';
import { fieldPaths, hasField } from '../files/nested-fields';
import type { SourceRecord } from '../files/record-source';
import type { ImportMapping } from './import-mapping';

/** Maximum number of columns that an error names. */
const NAMES_MAX = 50;
const ACCESS_LOCATION_OPTION = 'access-location-column';

/** Mapped columns that no record has had so far. */
export class AbsentColumns {
  /** Option and text of each mapped column, by the column. */
  readonly #absent: Map<string, { readonly option: string; readonly text: string }>;
  readonly #present = new Set<string>();
  #records = 0;

  constructor({ columns, accessLocationColumn: located }: ImportMapping) {
    const mapped = Object.entries(columns).map(
      ([field, column]) => [column, { option: 'column', text: `${field}=${column}` }] as const,
    );
    this.#absent = new Map(mapped);
    if (located !== undefined) this.#absent.set(located, { option: ACCESS_LOCATION_OPTION, text: located });
  }

  /** Whether each mapped column was in a record. */
  get isEmpty(): boolean {
    return this.#absent.size === 0;
  }

  see(fields: SourceRecord['fields']): void {
    if (this.isEmpty || fields instanceof TidemarkError) return;
    this.#records += 1;
    for (const column of this.#absent.keys()) if (hasField(fields, column)) this.#absent.delete(column);
    if (this.#present.size >= NAMES_MAX) return;
    for (const path of fieldPaths(fields, () => true)) this.#present.add(path);
  }

  /** Throws `invalid_argument` that names the columns that there are, unless there was no record. */
  reject(): void {
    const [first] = this.#absent.values();
    if (first === undefined || this.#records === 0) return;
    const present = [...this.#present].slice(0, NAMES_MAX).join(', ');
    throw invalidArgument(first.option, `${first.text}: no line has this column; there are ${present}`);
  }
}

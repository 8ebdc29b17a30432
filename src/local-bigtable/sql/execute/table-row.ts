import type { EvaluationRow } from '../bind/bound';
import type { TemporalFilter } from '../plan/temporal-filter';
import type { SqlTableSchema } from '../plan/table-schema';
import { evaluationError } from '../sql-error';
import type { SqlMap, SqlValue } from '../types/sql-type';
import { decodeInt64 } from '../../store/aggregator';
import { namedFamilySpan, sameColumn, type StoredCell } from '../../store/stored-cell';

/** Determines how the cells of a table become values. */
export interface RowFormat {
  readonly schema: SqlTableSchema;
  readonly filter: TemporalFilter;
  readonly withHistory: boolean;
  readonly parameters: ReadonlyMap<string, SqlValue>;
  readonly nowMicros: bigint;
}

/** Row of a table. Families are decoded when an expression needs them. */
export class TableRow implements EvaluationRow {
  readonly key: string;
  readonly groups: readonly SqlValue[] = [];
  readonly aggregates: readonly SqlValue[] = [];
  readonly #cells: readonly StoredCell[];
  readonly #format: RowFormat;
  readonly #families = new Map<string, SqlMap>();

  constructor(key: string, cells: readonly StoredCell[], format: RowFormat) {
    this.key = key;
    this.#cells = cells;
    this.#format = format;
  }

  get parameters(): ReadonlyMap<string, SqlValue> {
    return this.#format.parameters;
  }

  get nowMicros(): bigint {
    return this.#format.nowMicros;
  }

  family(name: string): SqlMap {
    let family = this.#families.get(name);
    if (family === undefined) this.#families.set(name, (family = this.#decoded(name)));
    return family;
  }

  #decoded(name: string): SqlMap {
    const { schema, withHistory } = this.#format;
    const isAggregate = schema.families.some((each) => each.name === name && each.isAggregate);
    const [start, end] = namedFamilySpan(this.#cells, name);
    const columns = new Map<string, SqlValue[]>();
    const newest = new Map<string, SqlValue>();
    for (let index = start; index < end; index++) {
      const { qualifier, timestampMs, value } = this.#cells[index]!;
      const decoded = isAggregate ? decodedAggregate(value) : value;
      if (!withHistory) {
        newest.set(qualifier, decoded);
        continue;
      }
      const versions = columns.get(qualifier);
      const version = [BigInt(timestampMs) * 1_000n, decoded];
      if (versions === undefined) columns.set(qualifier, [version]);
      else versions.push(version);
    }
    return withHistory ? columns : newest;
  }
}

function decodedAggregate(value: string): SqlValue {
  const decoded = decodeInt64(value);
  if (decoded === undefined) throw evaluationError('A cell of an aggregate family does not contain an int64');
  return decoded;
}

/** Returns the cells that a temporal filter selects, in their order. */
export function cellsOfTime(cells: readonly StoredCell[], filter: TemporalFilter): readonly StoredCell[] {
  let previous: StoredCell | undefined;
  let versions = 0;
  return cells.filter((cell) => {
    if (cell.timestampMs < filter.fromMs || cell.timestampMs >= filter.toMs) return false;
    versions = previous !== undefined && sameColumn(previous, cell) ? versions + 1 : 1;
    previous = cell;
    return versions <= filter.versions;
  });
}

/** Totals of an export of objects. */
export interface ObjectExportTally {
  /** Objects with at least one exported cell. */
  objects: number;
  /** Exported versions of cells: the records of the files. */
  cells: number;
  valueBytes: number;
  /** Cells that are left out because their id or SubType is not UTF-8. */
  unreadable: number;
  /** Exported cells by DataType. */
  readonly dataTypes: Record<string, number>;
}

export function emptyExportTally(): ObjectExportTally {
  return { objects: 0, cells: 0, valueBytes: 0, unreadable: 0, dataTypes: {} };
}

export function addExportTally(to: ObjectExportTally, other: Readonly<ObjectExportTally>): void {
  to.objects += other.objects;
  to.cells += other.cells;
  to.valueBytes += other.valueBytes;
  to.unreadable += other.unreadable;
  for (const [dataType, cells] of Object.entries(other.dataTypes))
    to.dataTypes[dataType] = (to.dataTypes[dataType] ?? 0) + cells;
}

/** The mutations that put a cell at a version, and delete cells so that they stay deleted: pure. */
import { deleteCell, deleteFromColumn, setCell } from '../../bigtable/write/mutations';
import type { Mutation } from '../../bigtable/client/types';
import type { ExistingCell, VersionPlan } from '../../core/objects/cell-versions';
import { columnMarker, FAMILY_MARKER, versionMarker } from '../../core/objects/delete-markers';
import { TidemarkError } from '../../errors';

/** A column of a family; without a qualifier, the family. */
export interface ColumnScope {
  readonly family: string;
  readonly qualifier?: Buffer | undefined;
}

type Versions = Pick<VersionPlan, 'versionMs' | 'futureCells'>;

/**
 * Number of versions of one column that a write reads: more are ahead of all clocks only if a clock was wrong for many
 * writes.
 */
export const VERSIONS_READ_MAX = 64;

const NO_VALUE = Buffer.alloc(0);
const MICROS_PER_MS = 1_000;

export function putMutations(
  {
    family,
    qualifier,
    value,
  }: { readonly family: string; readonly qualifier: Buffer; readonly value: Buffer },
  plan: Versions,
): Mutation[] {
  return [...deleteAhead(family, plan), setAt(family, qualifier, plan.versionMs, value)];
}

/** `shown`: cells of the scope that the row shows, its markers included. */
export function deleteMutations(
  scope: ColumnScope,
  shown: readonly ExistingCell[],
  plan: Versions,
): Mutation[] {
  const { family, qualifier } = scope;
  const marker = qualifier === undefined ? FAMILY_MARKER : columnMarker(qualifier);
  return [
    ...deleteAhead(family, plan),
    ...deleteHidden(scope, shown, plan.versionMs),
    setAt(family, marker, plan.versionMs, NO_VALUE),
  ];
}

/**
 * Deletes the cells that the marker hides, in the same mutation, so that they take no space: the column, whatever this
 * replica shows of it, or the columns of the family that it shows. The markers that this one replaces are deleted with
 * them.
 */
function deleteHidden(
  { family, qualifier }: ColumnScope,
  shown: readonly ExistingCell[],
  versionMs: number,
): Mutation[] {
  const names = new Map<string, Buffer>();
  const add = (name: Buffer): unknown => names.set(name.toString('latin1'), name);
  if (qualifier !== undefined) [qualifier, columnMarker(qualifier)].forEach(add);
  for (const cell of shown) if (isReplaced(cell, qualifier)) add(cell.qualifier);
  const range = { endMicros: (versionMs + 1) * MICROS_PER_MS };
  return Array.from(names.values(), (name) => deleteFromColumn(family, name, range));
}

/** Whether a marker of the column, or of its family where none is named, makes the cell superfluous. */
function isReplaced(cell: ExistingCell, qualifier: Buffer | undefined): boolean {
  return qualifier === undefined || cell.qualifier.equals(versionMarker(qualifier, cell.versionMs));
}

const setAt = (family: string, qualifier: Buffer, versionMs: number, value: Buffer): Mutation =>
  setCell(family, qualifier, versionMs * MICROS_PER_MS, value);

export function deleteVersion(family: string, { qualifier, versionMs }: ExistingCell): Mutation[] {
  return [
    deleteCell(family, qualifier, versionMs * MICROS_PER_MS),
    setAt(family, versionMarker(qualifier, versionMs), versionMs, NO_VALUE),
  ];
}

/** Throws `version_conflict` if there may be more such versions than were read. */
function deleteAhead(family: string, { futureCells }: Versions): Mutation[] {
  const ofColumn = (name: Buffer): number =>
    futureCells.filter(({ qualifier }) => qualifier.equals(name)).length;
  if (
    futureCells.length < VERSIONS_READ_MAX ||
    futureCells.every(({ qualifier }) => ofColumn(qualifier) < VERSIONS_READ_MAX)
  ) {
    return futureCells.flatMap((cell) => deleteVersion(family, cell));
  }
  throw new TidemarkError(
    'version_conflict',
    `the cell has ${VERSIONS_READ_MAX} versions or more that are ahead of this clock: check the clocks, and delete these versions`,
    { field: 'timestampMs' },
  );
}

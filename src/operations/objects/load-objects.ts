import { chain, interleave, qualifierRange, stripValue } from '../../bigtable/read/filters';
import { setCell } from '../../bigtable/write/mutations';
import type { Row } from '../../bigtable/client/types';
import { EVENTUAL } from '../../core/consistency/consistency';
import { checkNotDeleted } from '../../core/objects/cell-versions';
import { isDeleteMarker, MARKER_BYTE } from '../../core/objects/delete-markers';
import { TidemarkError } from '../../errors';
import type { Reader, WriteOptions, Writer } from '../../consistency/store';
import { hiddenUpToMs, type CellToPut } from '../../consistency/write/versioned-writer';
import { cellToPut, type CellChecks, type ObjectToPut } from './cell-to-put';

/** One version of a cell to load. Its version is part of it, so loading it again changes nothing. */
export type ObjectToLoad = Omit<ObjectToPut, 'corpus'> & { readonly timestampMs: number };

/** Result for one record: `undefined` if it is durable, or would be; the error that rejects it, or failed it. */
export type LoadOutcome = TidemarkError | undefined;

export interface LoadObjectsOptions extends WriteOptions {
  /** Whether everything is checked and nothing is written. Default: false. */
  readonly dryRun?: boolean;
}

export interface LoadObjectsDependencies extends CellChecks {
  readonly reader: Pick<Reader, 'readRows'>;
  readonly writer: Pick<Writer, 'mutateRows'>;
}

/** Loads a batch into the corpus. Returns one outcome for each record, in order. Throws when no record was attempted. */
export type LoadObjects = (
  corpus: string,
  objects: readonly ObjectToLoad[],
  options: LoadObjectsOptions,
) => Promise<readonly LoadOutcome[]>;

const MICROS_PER_MS = 1_000;
/** Ends the range of the qualifiers of delete markers, which begin with the byte 0. */
const MARKERS_END = Buffer.of(MARKER_BYTE + 1);

interface ObjectInBatch {
  readonly index: number;
  readonly cell: CellToPut & { readonly versionMs: number };
}

/**
 * Returns an operation that writes many cells at their own versions: one ReadRows for what hides them, and one MutateRows.
 * A version that was deleted or erased is rejected with `version_conflict`, one that the user has not allowed with
 * `no_consent`. What arrives after the read hides the version all the same, because markers and tombstones hide by time.
 */
export function createLoadObjects(dependencies: LoadObjectsDependencies): LoadObjects {
  const { reader, writer } = dependencies;
  return async (corpus, objects, { dryRun = false, ...options }) => {
    const outcomes: LoadOutcome[] = objects.map(() => undefined);
    const attempt = (index: number, step: () => void): void => {
      try {
        step();
      } catch (error) {
        if (!(error instanceof TidemarkError)) throw error;
        outcomes[index] = error;
      }
    };
    const valid: ObjectInBatch[] = [];
    objects.forEach((object, index) =>
      attempt(index, () => {
        const cell = cellToPut({ ...object, corpus }, dependencies);
        valid.push({ index, cell: { ...cell, versionMs: object.timestampMs } });
      }),
    );
    if (valid.length === 0) return outcomes;
    const bounds = await readBounds(reader, corpus, { valid, options });
    const visible = valid.filter(({ index, cell }) => {
      attempt(index, () => bounds.check(cell));
      return outcomes[index] === undefined;
    });
    if (dryRun || visible.length === 0) return outcomes;
    const rows = visible.map(({ cell: { key, family, qualifier, versionMs, value } }) => ({
      key,
      mutations: [setCell(family, qualifier, versionMs * MICROS_PER_MS, value)],
    }));
    const results = await writer.mutateRows(corpus, rows, options);
    results.forEach((result, at) => {
      if (result instanceof TidemarkError) outcomes[visible[at]!.index] = result;
    });
    return outcomes;
  };
}

/** Reads what hides versions in the rows of a batch. */
async function readBounds(
  reader: Pick<Reader, 'readRows'>,
  table: string,
  { valid, options }: { readonly valid: readonly ObjectInBatch[]; readonly options: WriteOptions },
): Promise<{ readonly check: (cell: ObjectInBatch['cell']) => void }> {
  const keys = new Map(valid.map(({ cell: { key } }) => [key.toString('latin1'), key]));
  const families = [...new Set(valid.map(({ cell }) => cell.family))];
  const markers = families.map((family) => qualifierRange({ family, end: MARKERS_END }));
  const filter = chain(markers.length === 1 ? markers[0]! : interleave(...markers), stripValue());
  const { timeoutMs, signal } = options;
  const read = { table, keys: [...keys.values()], filter, allowsJoin: true };
  const { rows, privacy } = await reader.readRows(read, EVENTUAL, { timeoutMs, signal });
  const positions = new Map(Array.from(keys.keys(), (key, at) => [key, at]));
  return {
    check({ key, family, qualifier, versionMs }) {
      const at = positions.get(key.toString('latin1'))!;
      const shown = { cells: markersOf(rows[at], family), hiddenUpToMs: hiddenUpToMs(privacy?.[at], family) };
      checkNotDeleted(shown, qualifier, versionMs);
    },
  };
}

function markersOf(row: Row | undefined, family: string) {
  const markers = (row?.cells ?? []).filter(
    (cell) => cell.family === family && isDeleteMarker(cell.qualifier),
  );
  return markers.map(({ qualifier, timestampMicros }) => ({
    qualifier,
    versionMs: timestampMicros / MICROS_PER_MS,
  }));
}

import { placementsToRead, type DirectoryEntry } from '../../../src/core/residency/location';
import { LOCATION_FAMILY } from '../../../src/core/residency/location-family';
import { isClosed } from '../../../src/core/residency/reservations-home';
import { claimIn } from '../../../src/core/residency/row-role';
import { rowKey } from '../../../src/core/rows/row-key';
import type { ReadRecord } from '../consistency/history';
import { shownBy } from '../consistency/shown';
import type { StoredCell } from '../../../src/local-bigtable/index';
import { readForTransaction } from './reservations';
import type { PlacedProcess } from './placed-process';
import type { SessionContext } from './user-session';
import { clustersOf, CORPORA, CORPUS, PLACEMENTS, rowName, SUBJECTS, type CorpusName } from './world';

const CALL = { timeoutMs: 20_000 };
const STRICT = { level: 'strict', onUnmet: 'error' } as const;

export interface FinalCheckOptions {
  readonly context: SessionContext;
  readonly processes: readonly PlacedProcess[];
}

/** Checks the state after the end of all faults and moves. */
export async function checkInTheEnd(options: FinalCheckOptions): Promise<void> {
  await Promise.all(SUBJECTS.map((id) => checkSubject(options, id)));
}

async function checkSubject(options: FinalCheckOptions, id: string): Promise<void> {
  const { context, processes } = options;
  const { tally, ledger } = context;
  try {
    for (const corpus of CORPORA) {
      const shown = await Promise.all(processes.map((process) => showRow(context, process, { corpus, id })));
      if (new Set(shown).size > 1) tally.violated(`in the end ${corpus} of ${id} is ${shown.join(' and ')}`);
    }
    const row = await readForTransaction(processes[0]!, id, CALL);
    ledger.check(id, row);
    const entry = await entryOf(processes[0]!, id);
    if (isClosed(row?.cells ?? [], entry?.epoch ?? 0))
      tally.violated(`in the end the reservations of ${id} are closed`);
    checkPlace(options, id, entry);
  } catch (error) {
    tally.violated(`in the end ${id} could not be read: ${(error as Error).stack}`);
  }
}

function entryOf({ residency }: PlacedProcess, id: string): Promise<DirectoryEntry | undefined> {
  const { subjects, directory } = residency;
  const group = subjects.groupOf(CORPUS)!;
  return directory.present(subjects.of(group, rowKey(id))!.key, CALL);
}

/** Reads the row strictly: it must have everything that was ever acknowledged. */
async function showRow(
  context: SessionContext,
  process: PlacedProcess,
  { corpus, id }: { readonly corpus: CorpusName; readonly id: string },
): Promise<string> {
  const { history, checker, tally } = context;
  const begun = history.now();
  const read = { table: corpus, key: rowKey(id), filter: { passAllFilter: true } };
  const { row, evidence } = await process.reader.readRow(read, STRICT, CALL);
  const shown = shownBy(row, { objects: true, events: true });
  const record: ReadRecord = {
    key: rowName(corpus, rowKey(id)),
    workload: 'serving',
    level: 'strict',
    begun,
    ended: history.now(),
    shown,
    evidence,
    maxStalenessMs: undefined,
    asOfMs: undefined,
    mayBeStale: false,
    implied: new Set(),
  };
  for (const what of checker.checkHealed(record)) tally.violated(`in the end: ${what}`);
  tally.count('rows checked in the end');
  return JSON.stringify([[...shown.events!].sort(), [...shown.values!].sort()]);
}

/** Checks that the subject is at rest, and that no cluster of another placement has a cell of it. */
function checkPlace({ context }: FinalCheckOptions, id: string, entry: DirectoryEntry | undefined): void {
  const { tally, world, landings } = context;
  if (entry === undefined) return tally.count('subjects without an entry');
  if (entry.state !== 'home') return tally.violated(`in the end ${id} is ${entry.state} in the directory`);
  const homes = placementsToRead(entry);
  for (const placement of PLACEMENTS.filter((each) => !homes.includes(each))) {
    for (const cluster of clustersOf(placement)) {
      for (const corpus of CORPORA) {
        const name = rowName(corpus, rowKey(id));
        const cells = world.cellsAt(placement, cluster, { corpus, id });
        if (isClaimOfReplaced(cells, entry)) {
          tally.count('claims of replaced movers in the end');
          continue;
        }
        for (const { family, qualifier } of cells) {
          const column = `${family}:${qualifier}`;
          if (landings.get(placement)!.isStray(name, column)) tally.count('stray cells in the end');
          else
            tally.violated(`in the end ${cluster} has ${column} of ${name}, whose home is ${homes.join()}`);
        }
      }
    }
  }
}

/** Whether the row has no data, but the claim of a mover that was replaced: it was sent before, and arrived after the end. */
function isClaimOfReplaced(cells: readonly StoredCell[], { epoch, term }: DirectoryEntry): boolean {
  if (cells.length === 0 || cells.some(({ family }) => family !== LOCATION_FAMILY)) return false;
  const buffers = cells.map(({ family, qualifier, value }) => ({
    family,
    qualifier: Buffer.from(qualifier, 'latin1'),
    value: Buffer.from(value, 'latin1'),
  }));
  const claim = claimIn(buffers);
  return claim !== undefined && (claim.epoch < epoch || (claim.epoch === epoch && claim.term < term));
}

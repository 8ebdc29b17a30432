import type { CallOptions } from '../../../bigtable/client/types';
import type { DirectoryEntry } from '../../../core/residency/location';
import {
  rebuiltLocation,
  type EvidenceOfWave,
  type PlacementEvidence,
  type RebuiltLocation,
} from '../../../core/residency/rebuilt-location';
import type { SubjectKey } from '../../../core/residency/subject-key';
import { objectIdOf } from '../../../core/rows/row-key';
import { TidemarkError } from '../../../errors';
import type { Clock } from '../../../platform/time/clock';
import type { LocationDirectory } from '../../../residency/location-directory';
import type { RebuildRecord, RebuildTally } from './rebuild-tally';
import { readEvidence, type EvidenceDependencies, type SoughtSubject } from './subject-evidence';

export interface RebuildSubjectDependencies extends EvidenceDependencies {
  readonly directory: Pick<LocationDirectory, 'present' | 'change'>;
  readonly waves: ReadonlyMap<SubjectKey, EvidenceOfWave>;
  readonly clock: Clock;
  /** Whether nothing is changed. */
  readonly dryRun: boolean;
}

/**
 * Compares the entry of a subject with what the placements show, and repairs it by a transaction of the directory. Adds
 * the result to the totals, and returns it if it is to be reported.
 */
export async function rebuildSubject(
  dependencies: RebuildSubjectDependencies,
  { subject, tally }: { readonly subject: SoughtSubject; readonly tally: RebuildTally },
  call: CallOptions,
): Promise<RebuildRecord | undefined> {
  try {
    return await new SubjectRebuild(dependencies, subject, tally).run(call);
  } catch (error) {
    if (!(error instanceof TidemarkError) || error.code !== 'data_corrupted') throw error;
    tally.corrupted += 1;
    return recordOf(subject, 'corrupted');
  }
}

const KEPT = { kind: 'kept' } as RebuiltLocation;

class SubjectRebuild {
  readonly #dependencies: RebuildSubjectDependencies;
  readonly #subject: SoughtSubject;
  readonly #tally: RebuildTally;

  constructor(dependencies: RebuildSubjectDependencies, subject: SoughtSubject, tally: RebuildTally) {
    this.#dependencies = dependencies;
    this.#subject = subject;
    this.#tally = tally;
  }

  async run(call: CallOptions): Promise<RebuildRecord | undefined> {
    const { directory, waves, dryRun } = this.#dependencies;
    const { key } = this.#subject;
    const placements = await readEvidence(this.#dependencies, this.#subject, call);
    const wave = waves.get(key);
    let before: DirectoryEntry | undefined;
    let rebuilt = KEPT;
    const decide = (entry: DirectoryEntry | undefined): DirectoryEntry | undefined => {
      before = entry;
      rebuilt = rebuiltLocation({ entry, placements, wave });
      return rebuilt.kind === 'changed' ? this.#entryOf(rebuilt, entry) : undefined;
    };
    const after = dryRun
      ? decide(await directory.present(key, call))
      : await directory.change(key, decide, call);
    return this.#report(rebuilt, { placements, before, after });
  }

  #entryOf(
    { location, term, wave }: Extract<RebuiltLocation, { readonly kind: 'changed' }>,
    present: DirectoryEntry | undefined,
  ): DirectoryEntry {
    const { epoch, state, from, to } = location;
    const changedAtMs = Math.max(this.#dependencies.clock.nowMs(), (present?.changedAtMs ?? 0) + 1);
    const isElsewhere = present?.to !== to;
    return {
      ...(present ?? { group: this.#subject.group.name, accessLocation: undefined }),
      epoch,
      state,
      from,
      to,
      term,
      wave,
      // What has decided is not known any more: without this the plan of relocations would name the subject.
      reason: isElsewhere ? 'explicit' : present.reason,
      decidedAtMs: isElsewhere ? changedAtMs : present.decidedAtMs,
      changedAtMs,
    };
  }

  #report(
    rebuilt: RebuiltLocation,
    {
      placements,
      before,
      after,
    }: {
      readonly placements: readonly PlacementEvidence[];
      readonly before: DirectoryEntry | undefined;
      readonly after: DirectoryEntry | undefined;
    },
  ): RebuildRecord | undefined {
    if (rebuilt.kind === 'kept') return undefined;
    const rowsIn = placements.filter(({ hasRow }) => hasRow).map(({ placement }) => placement);
    if (rebuilt.kind === 'undecided') {
      this.#tally.undecided += 1;
      return { ...recordOf(this.#subject, 'undecided'), rowsIn };
    }
    const kind = before === undefined ? 'created' : 'changed';
    this.#tally[kind] += 1;
    this.#tally.by[rebuilt.by] += 1;
    return { ...recordOf(this.#subject, kind), entry: after, by: rebuilt.by, rowsIn };
  }
}

function recordOf({ key, rowKey }: SoughtSubject, kind: RebuildRecord['kind']): RebuildRecord {
  const objectId = rowKey === undefined ? undefined : objectIdOf(rowKey);
  return { kind, subject: key, objectId, entry: undefined, by: undefined, rowsIn: [] };
}

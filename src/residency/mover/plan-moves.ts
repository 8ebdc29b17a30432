import { WAVE_SUBJECTS_MAX } from '../../core/residency/feed-record';
import { NO_EPOCH, type DirectoryEntry, type LocationReason } from '../../core/residency/location';
import { checkPlacementOf, groupNamed } from '../../core/residency/named-placements';
import type { PlacementGroup } from '../../core/residency/placement-rules';
import type { MovingSubject } from '../../core/residency/stored-wave';
import type { SubjectKey } from '../../core/residency/subject-key';
import { invalidArgument } from '../../errors';
import { runBounded } from '../../platform/tasks/run-bounded';
import type { MoverDependencies } from './mover-dependencies';
import type { MoverSteps } from './steps';

export interface MoveRequest {
  readonly group: string;
  readonly to: string;
  readonly reason: LocationReason;
  /** Subjects, without duplicates. */
  readonly subjects: readonly { readonly key: SubjectKey; readonly rowKey: Buffer }[];
}

/** Subjects of one group and placement that are to move together, each with the epoch of the move. */
export interface WavePlan {
  readonly group: string;
  readonly from: string;
  readonly to: string;
  readonly reason: LocationReason;
  /** Term of the first mover of the wave: larger than those of the entries. */
  readonly term: number;
  readonly subjects: readonly MovingSubject[];
}

export interface PlannedMoves {
  readonly waves: readonly WavePlan[];
  /** Number of subjects that are in the placement already. */
  readonly alreadyThere: number;
  /** Number of subjects that another wave is moving. */
  readonly moving: number;
}

/** Dependencies of a plan: a part of those of a mover. */
export type PlanDependencies = Pick<MoverDependencies, 'rules' | 'missingForMoves'> & {
  readonly directory: Pick<MoverDependencies['directory'], 'present' | 'nearestOfAll'>;
  readonly limits: Pick<MoverDependencies['limits'], 'entriesInFlight' | 'waveBytesMax'>;
};

/** Entries that are looked up in one read. */
const ENTRIES_PER_READ = 1_000;

/**
 * Plans the waves of a request. Throws `unknown_placement_group`, and `invalid_argument` for an unknown placement or
 * one that rows cannot move to or from.
 */
export async function planMoves(
  request: MoveRequest,
  dependencies: PlanDependencies,
  steps: MoverSteps,
): Promise<PlannedMoves> {
  const group = groupOf(request, dependencies);
  const entries = await entriesOf(request, dependencies, steps);
  const bySource = new Map<string, PlannedSubject[]>();
  let [alreadyThere, moving] = [0, 0];
  request.subjects.forEach((subject, index) => {
    const entry = entries[index];
    const from = entry?.from ?? group.defaultPlacement;
    if (entry !== undefined && entry.state !== 'home') moving += 1;
    else if (from === request.to) alreadyThere += 1;
    else {
      const planned = { ...subject, epoch: (entry?.epoch ?? NO_EPOCH) + 1, term: entry?.term ?? 0 };
      const others = bySource.get(from);
      if (others === undefined) bySource.set(from, [planned]);
      else others.push(planned);
    }
  });
  for (const from of bySource.keys()) checkUsable('from', from, dependencies);
  const waves = Array.from(bySource, ([from, subjects]) =>
    wavesOf(subjects, dependencies.limits.waveBytesMax).map((some) => planOf(request, from, some)),
  );
  return { waves: waves.flat(), alreadyThere, moving };
}

type PlannedSubject = MovingSubject & Pick<DirectoryEntry, 'term'>;

function groupOf({ group: name, to }: MoveRequest, dependencies: PlanDependencies): PlacementGroup {
  const rules = dependencies.rules();
  const group = groupNamed(rules, name, 'group');
  checkPlacementOf(group, { rules, placement: to, field: 'to' });
  checkUsable('to', to, dependencies);
  return group;
}

function checkUsable(field: string, placement: string, { missingForMoves }: PlanDependencies): void {
  const missing = missingForMoves(placement);
  if (missing === undefined) return;
  throw invalidArgument(field, `rows cannot move to or from the placement "${placement}": ${missing}`);
}

/** Returns the entries of the subjects. One that the nearest cluster lacks is looked up at the one that decides. */
async function entriesOf(
  { subjects }: MoveRequest,
  { directory, limits }: PlanDependencies,
  steps: MoverSteps,
): Promise<readonly (DirectoryEntry | undefined)[]> {
  const entries: (DirectoryEntry | undefined)[] = [];
  for (let at = 0; at < subjects.length; at += ENTRIES_PER_READ) {
    const keys = subjects.slice(at, at + ENTRIES_PER_READ).map(({ key }) => key);
    const nearest = await steps.run((call) => directory.nearestOfAll(keys, call));
    const exact = await runBounded(keys, limits.entriesInFlight, (key, index) =>
      nearest[index] === undefined ? steps.run((call) => directory.present(key, call)) : nearest[index],
    );
    for (const entry of exact) entries.push(entry);
  }
  return entries;
}

function wavesOf(
  subjects: readonly PlannedSubject[],
  waveBytesMax: number,
): readonly (readonly PlannedSubject[])[] {
  const waves: PlannedSubject[][] = [];
  let bytes = 0;
  for (const subject of subjects) {
    const last = waves.at(-1);
    const size = subject.rowKey.length;
    if (last === undefined || last.length >= WAVE_SUBJECTS_MAX || bytes + size > waveBytesMax) {
      waves.push([subject]);
      bytes = size;
    } else {
      last.push(subject);
      bytes += size;
    }
  }
  return waves;
}

function planOf(
  { group, to, reason }: MoveRequest,
  from: string,
  planned: readonly PlannedSubject[],
): WavePlan {
  const term = planned.reduce((largest, each) => Math.max(largest, each.term), 0) + 1;
  const subjects = planned.map(({ key, rowKey, epoch }) => ({ key, rowKey, epoch }));
  return { group, from, to, reason, term, subjects };
}

import type { CallOptions } from '../../bigtable/client/types';
import { checkId } from '../../core/events/ids';
import type { DirectoryEntry } from '../../core/residency/location';
import { checkPlacementOf, groupNamed } from '../../core/residency/named-placements';
import { NO_PLACEMENTS } from '../../core/residency/placement-rules';
import type { SubjectKey } from '../../core/residency/subject-key';
import { rowKey } from '../../core/rows/row-key';
import type { Tracing } from '../../platform/telemetry/tracing';
import type { Subject } from '../../residency/locations';
import type { Residency } from '../../residency/residency';
import { withSpan } from '../shared/instrumented-operation';

/** A subject by its names. */
interface SubjectRequest {
  readonly group: string;
  readonly objectId: string;
}

interface AssignmentRequest extends SubjectRequest {
  readonly placement: string;
}

/** Location of one subject. */
export interface SubjectLocation extends SubjectRequest {
  /** Name of the subject in the directory. */
  readonly subjectKey: SubjectKey;
  /** Placement of the group's subjects without an entry. */
  readonly defaultPlacement: string;
  /** Entry of the directory; undefined if the subject has none yet. */
  readonly entry: DirectoryEntry | undefined;
}

/** Errors of both: `unknown_placement_group`, `invalid_argument`, and those of the location directory. */
export interface LocationOperations {
  /** Returns the location that the directory's deciding cluster has. */
  readonly getLocation: (request: SubjectRequest, options?: CallOptions) => Promise<SubjectLocation>;
  /**
   * Assigns a placement to a subject without data. Idempotent. Throws `location_conflict` for a subject that is in
   * another placement or is moving, and changes nothing then.
   */
  readonly assignLocation: (request: AssignmentRequest, options?: CallOptions) => Promise<SubjectLocation>;
}

export interface LocationOperationsDependencies {
  /** Undefined for a store without a location directory, which has no placement groups. */
  readonly residency: Residency | undefined;
  readonly limits: { readonly idBytesMax: number };
  /** Absent in commands. */
  readonly tracing?: Tracing | undefined;
}

/** Creates the operations on the locations of single subjects. */
export function createLocationOperations({
  residency,
  limits,
  tracing,
}: LocationOperationsDependencies): LocationOperations {
  const subjectOf = ({
    group: name,
    objectId,
  }: SubjectRequest): { residency: Residency; subject: Subject } => {
    const group = groupNamed(residency?.rules() ?? NO_PLACEMENTS, name, 'group');
    checkId(objectId, 'objectId', limits.idBytesMax);
    return { residency: residency!, subject: residency!.subjects.of(group, rowKey(objectId))! };
  };
  const answerOf = (
    { group, objectId }: SubjectRequest,
    { key: subjectKey, group: { defaultPlacement } }: Subject,
    entry: DirectoryEntry | undefined,
  ): SubjectLocation => ({ group, objectId, subjectKey, defaultPlacement, entry });
  const operations: LocationOperations = {
    async getLocation(request, options = {}) {
      const { residency: found, subject } = subjectOf(request);
      return answerOf(request, subject, await found.directory.present(subject.key, options));
    },
    async assignLocation(request, options = {}) {
      const { residency: found, subject } = subjectOf(request);
      const { placement } = request;
      checkPlacementOf(subject.group, { rules: found.rules(), placement, field: 'placement' });
      return answerOf(request, subject, await found.locations.assign(subject, placement, options));
    },
  };
  if (tracing === undefined) return operations;
  return {
    getLocation: withSpan(tracing, 'get location', operations.getLocation),
    assignLocation: withSpan(tracing, 'assign location', operations.assignLocation),
  };
}

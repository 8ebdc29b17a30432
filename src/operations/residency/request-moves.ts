import type { CallOptions } from '../../bigtable/client/types';
import { checkId } from '../../core/events/ids';
import { LOCATION_FAMILY } from '../../core/residency/location-family';
import { groupNamed } from '../../core/residency/named-placements';
import { NO_PLACEMENTS } from '../../core/residency/placement-rules';
import { rowKey } from '../../core/rows/row-key';
import { invalidArgument } from '../../errors';
import type { Clock } from '../../platform/time/clock';
import type { Random } from '../../platform/random';
import type { Scanner } from '../../consistency/store';
import type { TableTransactions } from '../../consistency/transactions/row-transactions';
import { requestMoves, type RequestedMoves } from '../../residency/mover/requested-moves';
import type { MoverStepLimits } from '../../residency/mover/steps';
import type { Residency } from '../../residency/residency';

interface MovesRequest {
  readonly group: string;
  readonly objectIds: readonly string[];
  /** Placement to move to. */
  readonly to: string;
}

/**
 * Records that objects are to move, which movers do later. Objects that are there already, or are moving, are skipped.
 * Throws `unknown_placement_group`, `invalid_argument`, `wrong_region`, and the errors of the location directory.
 */
export type RequestMoves = (request: MovesRequest, options?: CallOptions) => Promise<RequestedMoves>;

export interface RequestMovesDependencies {
  /** Undefined for a store without a location directory, which has no placement groups. */
  readonly residency: Residency | undefined;
  /** Tables by serving clusters. */
  readonly tables: {
    readonly scanner: Scanner;
    readonly transactionsOf: (family: string) => TableTransactions;
  };
  /** See `MoverDependencies`. */
  readonly missingForMoves: (placement: string) => string | undefined;
  readonly clock: Clock;
  readonly random: Random;
  readonly limits: MoverStepLimits & {
    readonly idBytesMax: number;
    /** Maximum number of objects in one request. */
    readonly requestSubjectsMax: number;
    readonly entriesInFlight: number;
    readonly waveBytesMax: number;
  };
}

export function createRequestMoves(dependencies: RequestMovesDependencies): RequestMoves {
  const { residency, tables, limits } = dependencies;
  return async ({ group: name, objectIds, to }, { timeoutMs, signal } = {}) => {
    const group = groupNamed(residency?.rules() ?? NO_PLACEMENTS, name, 'group');
    const { subjects, rules, directory } = residency!;
    if (objectIds.length > limits.requestSubjectsMax)
      throw invalidArgument('objectIds', `must have at most ${limits.requestSubjectsMax} ids`);
    objectIds.forEach((id, index) => checkId(id, `objectIds[${index}]`, limits.idBytesMax));
    const requested = [...new Set(objectIds)].map((id) => subjects.of(group, rowKey(id))!);
    const retryTimeoutMs = Math.min(timeoutMs ?? Infinity, limits.retryTimeoutMs);
    return requestMoves(
      { group: name, to, reason: 'explicit', subjects: requested },
      {
        ...dependencies,
        rules,
        directory,
        scanner: tables.scanner,
        transactions: tables.transactionsOf(LOCATION_FAMILY),
        checkServed: (placements) => subjects.checkServed(placements),
        limits: { ...limits, retryTimeoutMs, callTimeoutMs: Math.min(retryTimeoutMs, limits.callTimeoutMs) },
      },
      signal,
    );
  };
}

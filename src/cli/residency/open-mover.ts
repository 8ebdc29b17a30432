import { connectTableAdmin } from '../../bigtable/client/connect';
import type { Config } from '../../config/index';
import { DEFAULTS } from '../../config/defaults';
import { TidemarkError } from '../../errors';
import { createMover } from '../../operations/residency/create-mover';
import { systemClock } from '../../platform/time/clock';
import { systemRandom } from '../../platform/random';
import type { Resources } from '../../platform/tasks/resources';
import { MovePace } from '../../residency/mover/move-pace';
import type { Mover } from '../../residency/mover/mover';
import type { Residency } from '../../residency/residency';
import type { Store } from '../../store/open-store';
import { missingForMovesIn } from '../../store/placement-moves';
import { openServingAndBatch, tableAdmins } from '../shared/connection';

export interface MoverConnection {
  readonly mover: Mover;
  readonly residency: Residency;
  readonly serving: Store;
}

/**
 * Opens the stores for moves, and a mover whose calls wait for the admission of batch work. Throws `invalid_argument`
 * if the topology has no placements.
 */
export function openMover(config: Config, resources: Resources): MoverConnection {
  const { schema, serving, batch } = openServingAndBatch(config, {
    resources,
    onTransaction: ({ id }, durationMs) => pace.onTransaction(id, durationMs),
  });
  const pace = new MovePace({
    clock: systemClock,
    limits: DEFAULTS.moves.pace,
    isServingSlow: () => (batch.servingLatencyMs() ?? 0) > config.admission.servingLatencyTargetMs,
  });
  const { residency } = serving;
  if (residency === undefined || serving.topology.placements === undefined) throw noPlacements();
  batch.start();
  const connection = connectTableAdmin(config.bigtable);
  resources.defer(() => connection.close());
  const mover = createMover({
    residency,
    serving: serving.tables,
    batch: batch.tables,
    adminOf: tableAdmins(connection, () => serving.topology),
    corpora: schema.corpora(),
    privacy: serving.privacy,
    missingForMoves: (name) => missingForMovesIn(serving.topology, name),
    clock: systemClock,
    random: systemRandom,
    pace,
    limits: {
      ...DEFAULTS.moves,
      leaseMs: config.directory.leaseMs,
      consistencyTimeoutMs: DEFAULTS.announcements.consistencyTimeoutMs,
      consistencyPollMs: DEFAULTS.announcements.consistencyPollMs,
    },
  });
  return { mover, residency, serving };
}

const noPlacements = (): TidemarkError =>
  new TidemarkError('invalid_argument', 'the topology has no placements', { field: 'TIDEMARK_TOPOLOGY' });

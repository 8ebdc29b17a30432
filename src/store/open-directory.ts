import { releaseAll } from '../platform/tasks/resources';
import { AnnouncedOrigins } from '../consistency/origins/announced-origins';
import type { Residency } from '../residency/residency';
import { createResidency } from './placed-access';
import {
  openDependencies,
  type BackgroundTask,
  type StoreDependencies,
  type StoreOptions,
} from './store-dependencies';
import {
  createClearance,
  createStoreTables,
  createStoreWriter,
  createTracker,
  NO_AUDIT,
  type WorkloadDependencies,
} from './store-parts';

/**
 * Opens what batch work with placements needs of serving clusters: the directory, and the feed of moves. One cluster
 * decides about each entry, for all processes, so batch work must ask the same one. Reads of the directory are eventual
 * and its transactions announce their clusters when needed, so it needs no heartbeats, canaries or audits, and reads no
 * control rows of other tables in the background.
 */
export function openDirectory(
  { source, directorySecret }: StoreDependencies<'batch'>,
  options: StoreOptions,
): { readonly residency: Residency | undefined; readonly task: BackgroundTask } | undefined {
  if (directorySecret === undefined || source.current.placements === undefined) return undefined;
  const base = openDependencies('serving', { ...options, telemetry: undefined });
  const { routing, tokenKeys } = base;
  const announced = new AnnouncedOrigins();
  const parts: WorkloadDependencies<'serving'> = {
    clients: routing.clients,
    tracker: createTracker(base, { announced }),
    auditor: NO_AUDIT,
    clearance: createClearance(base, announced),
    announced,
    background: [],
  };
  const writer = createStoreWriter(base, parts);
  const residency = createResidency(base, createStoreTables(base, parts, writer));
  let isStarted = false;
  base.source.onChange(() => {
    if (isStarted) residency?.start();
  });
  const start = (): void => {
    isStarted = true;
    residency?.start();
  };
  const stop = (): Promise<void> =>
    releaseAll([
      () => residency?.stop(),
      () => base.source.stop(),
      () => tokenKeys.stop(),
      () => base.profiles.stop(),
      () => writer.close(),
      () => routing.close(),
    ]);
  return { residency, task: { start, stop } };
}

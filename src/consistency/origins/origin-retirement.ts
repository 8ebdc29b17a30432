import { DEFAULTS } from '../../config/defaults';
import { invalidArgument, TidemarkError } from '../../errors';
import type { Clock } from '../../platform/time/clock';
import type { Cluster } from '../../routing/topology/cluster';
import type { ClusterClients } from '../../routing/clients/cluster-clients';
import type { StoreTopology } from '../../routing/topology/store-topology';
import { ControlRows } from './control-row-client';
import { newestAnnouncement, type ControlView } from './control-view';
import { originScope } from './origin-scope';

export interface OriginRetirementOptions {
  readonly clients: ClusterClients<'serving'>;
  readonly topology: () => StoreTopology;
  readonly clock: Clock;
}

/** `unannounced`: no process has ever announced the cluster for the table, so there is nothing to revoke. */
export type RetirementOutcome = 'retired' | 'unannounced';

/** Revokes announcements of clusters whose writes are all in every other cluster. */
export class OriginRetirement {
  readonly #options: OriginRetirementOptions;
  readonly #controls: ControlRows;

  constructor(options: OriginRetirementOptions) {
    this.#options = options;
    this.#controls = new ControlRows(options);
  }

  /**
   * Returns the cluster. Throws `invalid_argument` for one that cannot be retired: it is unknown, takes writes, or is
   * fenced.
   */
  check(id: string): Cluster<'serving'> {
    const clusters = this.#options.topology().instances.flatMap((instance) => instance.clusters.serving);
    const cluster = clusters.find((each) => each.id === id);
    const known = clusters.map((each) => each.id).join(', ');
    if (cluster === undefined) {
      throw invalidArgument(
        'cluster',
        `"${id}" is not a serving cluster of the topology: expected one of ${known}`,
      );
    }
    if (cluster.writes === 'accepted') {
      throw invalidArgument(
        'cluster',
        `"${id}" takes writes: set "writes": "draining" in the topology first`,
      );
    }
    if (cluster.writes === 'fenced') {
      throw invalidArgument('cluster', `"${id}" is fenced: its writes have already been given up`);
    }
    return cluster;
  }

  /**
   * Records at every other origin of the table that the cluster is retired: strict and bounded reads of processes that
   * do not know it succeed again. To be called when all its writes are in every cluster. Throws `store_unavailable`,
   * naming the origins that did not acknowledge it; it may be repeated.
   */
  async retire(table: string, cluster: Cluster<'serving'>): Promise<RetirementOutcome> {
    const { clock, topology } = this.#options;
    const others = originScope(topology(), table).origins.filter(({ code }) => code !== cluster.code);
    const call = { timeoutMs: DEFAULTS.announcements.callTimeoutMs };
    const views = await this.#controls.readAll(others, table, call);
    const shown = others.map(({ id, code }) => viewOf(views.get(code), id));
    const newest = newestAnnouncement(shown, cluster.code);
    if (newest === undefined) return 'unannounced';
    const nowMs = clock.nowMs();
    const announcement = {
      origin: cluster.code,
      state: 'retired' as const,
      untilMs: Math.max(nowMs, newest.untilMs + 1),
      announcedMs: nowMs,
      acknowledgedAt: [],
    };
    const written = await this.#controls.writeAll(others, { table, announcement }, call);
    const missing = others.filter((each) => !written.includes(each));
    if (missing.length === 0) return 'retired';
    throw unavailable(missing.map(({ id }) => id).join(', '));
  }
}

function viewOf(asked: ControlView | Error | undefined, id: string): ControlView {
  if (asked !== undefined && !(asked instanceof Error)) return asked;
  throw unavailable(id, asked);
}

function unavailable(ids: string, cause?: Error): TidemarkError {
  const message = `${ids} did not acknowledge that the cluster is retired: run the command again`;
  return new TidemarkError('store_unavailable', message, { cause });
}

import type { CallOptions, Row } from '../../bigtable/client/types';
import type { OriginCode } from '../../core/consistency/row-watermark';
import type { Cluster } from '../../routing/topology/cluster';
import type { ClusterClients } from '../../routing/clients/cluster-clients';
import type { AnnouncedOrigins } from './announced-origins';
import { CONTROL_FILTER, CONTROL_KEYS, announcementMutations, type OriginAnnouncement } from './control-row';
import { controlViewOf, type ControlView } from './control-view';

export interface ControlRowsOptions {
  readonly clients: ClusterClients<'serving'>;
  /** Records the announcements that the rows show. */
  readonly announced?: AnnouncedOrigins | undefined;
}

/** Control rows that a cluster showed, or the error of reading them. */
export type ControlReadResult = ControlView | Error;

/** Reads and writes the control rows of a table, separately for each cluster. */
export class ControlRows {
  readonly #options: ControlRowsOptions;

  constructor(options: ControlRowsOptions) {
    this.#options = options;
  }

  /** Reads the control rows at each cluster. Returns the results by cluster code. */
  async readAll(
    clusters: readonly Cluster<'serving'>[],
    table: string,
    call: CallOptions,
  ): Promise<ReadonlyMap<OriginCode, ControlReadResult>> {
    const asked = clusters.map(
      async (cluster) => [cluster.code, await this.#read(cluster, table, call)] as const,
    );
    return new Map(await Promise.all(asked));
  }

  /**
   * Writes the announcement at each cluster. Returns the clusters that have acknowledged it for every shard, and logs
   * nothing about the others.
   */
  async writeAll(
    clusters: readonly Cluster<'serving'>[],
    write: { readonly table: string; readonly announcement: OriginAnnouncement },
    call: CallOptions,
  ): Promise<readonly Cluster<'serving'>[]> {
    const outcomes = await Promise.all(clusters.map((cluster) => this.#write(cluster, write, call)));
    return clusters.filter((_, index) => outcomes[index] === undefined);
  }

  async #read(cluster: Cluster<'serving'>, table: string, call: CallOptions): Promise<ControlReadResult> {
    const rows: Row[] = [];
    try {
      // Not by readRow, which measures the latency of point reads that users wait for.
      const read = { table, keys: CONTROL_KEYS, filter: CONTROL_FILTER };
      for await (const row of this.#options.clients.of(cluster).readRows(read, call)) rows.push(row);
      // Only after the end of the answer, which names the cluster that gave it.
      for (const row of rows) this.#options.announced?.observe(table, row);
      return controlViewOf(rows);
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error));
    }
  }

  async #write(
    cluster: Cluster<'serving'>,
    { table, announcement }: { readonly table: string; readonly announcement: OriginAnnouncement },
    call: CallOptions,
  ): Promise<Error | undefined> {
    try {
      const failures = await this.#options.clients
        .of(cluster)
        .mutateRows(table, announcementMutations(announcement), call);
      return failures.find((failure) => failure !== undefined);
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error));
    }
  }
}

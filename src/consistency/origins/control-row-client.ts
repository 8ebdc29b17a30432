import type { ClientCallOptions, Row } from '../../bigtable/client/types';
import type { OriginCode } from '../../core/consistency/row-watermark';
import type { Cluster } from '../../routing/topology/cluster';
import type { ClusterClients } from '../../routing/clients/cluster-clients';
import type { AnnouncedOrigins } from './announced-origins';
import { CONTROL_FILTER, CONTROL_KEYS, announcementMutations, type OriginAnnouncement } from './control-row';
import { controlViewOf, type ControlView } from './control-view';

export interface ControlRowsOptions {
  readonly clients: ClusterClients<'serving'>;
  /** Is told of what the rows show. */
  readonly announced?: AnnouncedOrigins | undefined;
}

/** What a cluster showed, or why it could not be asked. */
export type ControlReadResult = ControlView | Error;

/** Reads and writes the control rows of a table, each cluster's by themselves. */
export class ControlRows {
  readonly #options: ControlRowsOptions;

  constructor(options: ControlRowsOptions) {
    this.#options = options;
  }

  /** By code, each cluster's answer. */
  async readAll(
    clusters: readonly Cluster<'serving'>[],
    table: string,
    call: ClientCallOptions,
  ): Promise<ReadonlyMap<OriginCode, ControlReadResult>> {
    const asked = clusters.map(
      async (cluster) => [cluster.code, await this.#read(cluster, table, call)] as const,
    );
    return new Map(await Promise.all(asked));
  }

  /** Returns the clusters that have acknowledged the announcement for every shard, and logs nothing of the others. */
  async writeAll(
    clusters: readonly Cluster<'serving'>[],
    announcement: { readonly table: string; readonly of: OriginAnnouncement },
    call: ClientCallOptions,
  ): Promise<readonly Cluster<'serving'>[]> {
    const outcomes = await Promise.all(clusters.map((cluster) => this.#write(cluster, announcement, call)));
    return clusters.filter((_, index) => outcomes[index] === undefined);
  }

  async #read(
    cluster: Cluster<'serving'>,
    table: string,
    call: ClientCallOptions,
  ): Promise<ControlReadResult> {
    const rows: Row[] = [];
    try {
      // Not by readRow: the latency of point reads is that of reads for people who wait.
      const read = { table, keys: CONTROL_KEYS, filter: CONTROL_FILTER };
      for await (const row of this.#options.clients.of(cluster).readRows(read, call)) rows.push(row);
      // Not before the end, which reports the cluster that has answered.
      for (const row of rows) this.#options.announced?.observe(table, row);
      return controlViewOf(rows);
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error));
    }
  }

  async #write(
    cluster: Cluster<'serving'>,
    { table, of }: { readonly table: string; readonly of: OriginAnnouncement },
    call: ClientCallOptions,
  ): Promise<Error | undefined> {
    try {
      const failures = await this.#options.clients
        .of(cluster)
        .mutateRows(table, announcementMutations(of), call);
      return failures.find((failure) => failure !== undefined);
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error));
    }
  }
}

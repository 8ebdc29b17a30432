import type { CallOptions, Filter } from '../../../src/bigtable/client/types';
import { NO_CHAINS } from '../../../src/core/consistency/row-chains';
import type { Workload } from '../../../src/routing/topology/cluster';
import {
  type ReplicaAnswer,
  type Lookup,
  type LookupDependencies,
  type LookupRequest,
  LookupClient,
} from '../../../src/consistency/read/lookup-client';
import type { HeartbeatTimes } from '../../../src/consistency/read/proof';

const NO_HEARTBEATS: HeartbeatTimes = new Map();

/** The lookups of a reader in a store without watermarks: the row as requested, and nothing to prove it by. */
export class LookupsWithoutWatermarks<W extends Workload> extends LookupClient<W> {
  readonly #clients: LookupDependencies<W>['clients'];

  constructor(options: LookupDependencies<W>) {
    super(options);
    this.#clients = options.clients;
  }

  override filterFor(wanted: Filter): Filter {
    return wanted;
  }

  override async row(
    { cluster, kind }: Lookup<W>,
    read: LookupRequest,
    call: CallOptions,
  ): Promise<ReplicaAnswer<W>> {
    const row = await this.#clients.of(cluster).readRow(read, call);
    const { watermark, complete, shown: links } = NO_CHAINS;
    return { replica: cluster, kind, row, watermark, complete, heartbeats: NO_HEARTBEATS, links };
  }
}

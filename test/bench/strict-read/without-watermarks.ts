import type { ClientCallOptions, Filter } from '../../../src/bigtable/client/types';
import { NO_CHAINS } from '../../../src/core/consistency/row-chains';
import type { Workload } from '../../../src/routing/topology/cluster';
import {
  type Answer,
  type Heartbeats,
  type Lookup,
  type LookupOptions,
  type LookupRead,
  Lookups,
} from '../../../src/consistency/read/lookups';

const NO_HEARTBEATS: Heartbeats = new Map();

/** What a reader's lookups would be in a store without watermarks: the row as it is asked for, and nothing to judge it by. */
export class LookupsWithoutWatermarks<W extends Workload> extends Lookups<W> {
  readonly #clients: LookupOptions<W>['clients'];

  constructor(options: LookupOptions<W>) {
    super(options);
    this.#clients = options.clients;
  }

  override filterFor(wanted: Filter): Filter {
    return wanted;
  }

  override async row(
    { cluster, kind }: Lookup<W>,
    read: LookupRead,
    call: ClientCallOptions,
  ): Promise<Answer<W>> {
    const row = await this.#clients.of(cluster).readRow(read, call);
    const { watermark, complete, shown: links } = NO_CHAINS;
    return { replica: cluster, kind, row, watermark, complete, heartbeats: NO_HEARTBEATS, links };
  }
}

import type { Row } from '../../bigtable/client/types';
import type { OriginCode } from '../../core/consistency/row-watermark';
import type { Cluster } from '../../routing/topology/cluster';
import { announcementsIn, isActiveOrigin, isControlKey, type OriginAnnouncement } from './control-row';

export interface AccountedOrigins {
  /** Clusters whose writes the read has accounted for. */
  readonly origins: readonly Cluster[];
  /**
   * Clusters that the topology names as fenced: the writes of their earlier announcements have been given up by the
   * operator.
   */
  readonly fenced: readonly Cluster[];
  /** Writes with an older version are in every cluster. Milliseconds. */
  readonly replicatedBeforeMs: number;
}

/**
 * The announcements that this process has seen, by table. They only accumulate: of a cluster's announcements the latest
 * counts, whichever shard and replica showed it, so one that was revoked anywhere is revoked.
 */
export class AnnouncedOrigins {
  readonly #tables = new Map<string, Map<OriginCode, OriginAnnouncement>>();

  /** Records the announcements in a control row, as a cluster has shown it. Ignores other rows. */
  observe(table: string, { key, cells }: Row): void {
    if (!isControlKey(key)) return;
    for (const announcement of announcementsIn(cells)) this.record(table, announcement);
  }

  record(table: string, announcement: OriginAnnouncement): void {
    const { origin, untilMs } = announcement;
    let known = this.#tables.get(table);
    if (known === undefined) this.#tables.set(table, (known = new Map<OriginCode, OriginAnnouncement>()));
    if ((known.get(origin)?.untilMs ?? -Infinity) < untilMs) known.set(origin, announcement);
  }

  /** Returns the clusters unknown to the read that may have taken writes of the table. Mostly empty. */
  unaccounted(
    table: string,
    { origins, fenced, replicatedBeforeMs }: AccountedOrigins,
  ): readonly OriginCode[] {
    const codes: OriginCode[] = [];
    for (const [code, announcement] of this.#tables.get(table) ?? []) {
      if (!isActiveOrigin(announcement) || announcement.untilMs < replicatedBeforeMs) continue;
      if (origins.some((origin) => origin.code === code)) continue;
      const fencedAtMs = fenced.find((origin) => origin.code === code)?.fencedAtMs ?? -Infinity;
      if (announcement.announcedMs > fencedAtMs) codes.push(code);
    }
    return codes;
  }
}

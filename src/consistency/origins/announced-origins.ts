import type { Row } from '../../bigtable/client/types';
import type { OriginCode } from '../../core/consistency/row-watermark';
import type { Cluster } from '../../routing/topology/cluster';
import { announcementsIn, isActive, isControlKey, type OriginAnnouncement } from './control-row';

export interface AccountedOrigins {
  /** Clusters whose writes the read has accounted for. */
  readonly origins: readonly Cluster[];
  /** Clusters that the topology names as fenced: what they were announced for before is given up. */
  readonly fenced: readonly Cluster[];
  /** Writes that are older are in every cluster. */
  readonly replicatedBeforeMs: number;
}

/**
 * The announcements that this process has seen, by table. Knowledge only grows: of a cluster's announcements the one with
 * the latest time counts, whichever shard and replica showed it, so one that was revoked anywhere is revoked.
 */
export class AnnouncedOrigins {
  readonly #tables = new Map<string, Map<OriginCode, OriginAnnouncement>>();

  /** Takes in a row as a cluster has shown it; rows that are no control rows change nothing. */
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

  /** The clusters that may have taken writes of the table of which the read knows nothing. Mostly empty. */
  unaccounted(
    table: string,
    { origins, fenced, replicatedBeforeMs }: AccountedOrigins,
  ): readonly OriginCode[] {
    const codes: OriginCode[] = [];
    for (const [code, announcement] of this.#tables.get(table) ?? []) {
      if (!isActive(announcement) || announcement.untilMs < replicatedBeforeMs) continue;
      if (origins.some((origin) => origin.code === code)) continue;
      const fencedAtMs = fenced.find((origin) => origin.code === code)?.fencedAtMs ?? -Infinity;
      if (announcement.announcedMs > fencedAtMs) codes.push(code);
    }
    return codes;
  }
}

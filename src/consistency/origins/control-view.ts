/** The announcements of a table that one cluster shows, over all shards. Pure. */
import type { Row } from '../../bigtable/client/types';
import type { OriginCode } from '../../core/consistency/row-watermark';
import { announcementsIn, isActiveOrigin, type OriginAnnouncement } from './control-row';
import { SHARDS } from '../heartbeats/heartbeat-row';

/** One announced cluster, over all control rows. */
interface ShownAnnouncement {
  /**
   * Number of shards whose newest announcement of it is active; `completeShards`: of these, the ones where it is also
   * complete.
   */
  activeShards: number;
  completeShards: number;
  /** Earliest `untilMs` of the active shards. */
  leastUntilMs: number;
  newest: OriginAnnouncement;
}

export type ControlView = ReadonlyMap<OriginCode, ShownAnnouncement>;

export function controlViewOf(rows: Iterable<Row>): ControlView {
  const view = new Map<OriginCode, ShownAnnouncement>();
  for (const { cells } of rows) {
    for (const announcement of announcementsIn(cells)) {
      const shown = view.get(announcement.origin) ?? newShownAnnouncement(announcement);
      view.set(announcement.origin, shown);
      if (announcement.untilMs > shown.newest.untilMs) shown.newest = announcement;
      if (!isActiveOrigin(announcement)) continue;
      shown.activeShards += 1;
      shown.completeShards += announcement.state === 'complete' ? 1 : 0;
      shown.leastUntilMs = Math.min(shown.leastUntilMs, announcement.untilMs);
    }
  }
  return view;
}

function newShownAnnouncement(newest: OriginAnnouncement): ShownAnnouncement {
  return { activeShards: 0, completeShards: 0, leastUntilMs: Infinity, newest };
}

/** Returns the time until which the cluster is announced in every shard, in milliseconds; -Infinity if it is not. */
export function announcedUntilMs(view: ControlView, code: OriginCode): number {
  const shown = view.get(code);
  return shown?.activeShards === SHARDS ? shown.leastUntilMs : -Infinity;
}

/** Like `announcedUntilMs`, where every other origin had acknowledged it. */
export function completeUntilMs(view: ControlView, code: OriginCode): number {
  const shown = view.get(code);
  return shown?.completeShards === SHARDS ? shown.leastUntilMs : -Infinity;
}

/** Whether some shard still shows the cluster as active. */
export function isAnnouncedSomewhere(view: ControlView, code: OriginCode): boolean {
  return (view.get(code)?.activeShards ?? 0) > 0;
}

/**
 * Returns the newest announcement that any of the clusters shows. It decides whether what the others show has been
 * revoked.
 */
export function newestAnnouncement(
  views: Iterable<ControlView | undefined>,
  code: OriginCode,
): OriginAnnouncement | undefined {
  let newest: OriginAnnouncement | undefined;
  for (const view of views) {
    const shown = view?.get(code)?.newest;
    if (shown !== undefined && shown.untilMs > (newest?.untilMs ?? -Infinity)) newest = shown;
  }
  return newest;
}

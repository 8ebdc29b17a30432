/** What one cluster shows of the announcements of a table, over all shards: pure. */
import type { Row } from '../../bigtable/client/types';
import type { OriginCode } from '../../core/consistency/row-watermark';
import { announcementsIn, isActive, type OriginAnnouncement } from './control-row';
import { SHARDS } from '../heartbeats/heartbeat-row';

/** One cluster's announcement in all control rows. */
interface ShownAnnouncement {
  /** Shards whose newest announcement of it is active, and those where it is also complete. */
  activeShards: number;
  completeShards: number;
  /** The earliest of the active shards. */
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
      if (!isActive(announcement)) continue;
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

/** Until when the cluster is announced in every shard; -Infinity where it is not. */
export function announcedUntilMs(view: ControlView, code: OriginCode): number {
  const shown = view.get(code);
  return shown?.activeShards === SHARDS ? shown.leastUntilMs : -Infinity;
}

/** The same, where every other origin had acknowledged it. */
export function completeUntilMs(view: ControlView, code: OriginCode): number {
  const shown = view.get(code);
  return shown?.completeShards === SHARDS ? shown.leastUntilMs : -Infinity;
}

/** Whether some shard still shows it as active. */
export function isAnnouncedSomewhere(view: ControlView, code: OriginCode): boolean {
  return (view.get(code)?.activeShards ?? 0) > 0;
}

/** The newest that any of the clusters shows: it says whether what the others show has been revoked. */
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

import type { OriginCode } from '../../core/consistency/row-watermark';

/**
 * Returns the key of a cluster's canary row: `00"order-<code in hex>`. It sorts behind the heartbeats of its shard,
 * `00!…`, and before the shard's objects, `00#…`, so that neither readers of heartbeats nor lists of objects find it.
 * The row has watermark cells only, which expire after a week, so no scan for anything else returns it.
 */
export function canaryKey(origin: OriginCode): Buffer {
  return Buffer.from(`00"order-${Buffer.from(origin, 'latin1').toString('hex')}`, 'latin1');
}

import { hash128 } from '../../core/shared/hash64';
import { ORIGIN_CODE_BYTES, type OriginCode } from '../../core/consistency/row-watermark';

/** The code of a cluster, by the ids of its instance and its own. Projects don't count: a store has one. */
export function originCode(instance: string, cluster: string): OriginCode {
  return hash128(Buffer.from(`${instance}/${cluster}`)).toString('latin1', 0, ORIGIN_CODE_BYTES);
}

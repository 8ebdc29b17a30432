import { hash128 } from '../../core/shared/hash64';
import { ORIGIN_CODE_BYTES, type OriginCode } from '../../core/consistency/row-watermark';

/**
 * Returns the origin code of a cluster: a hash of instance id and cluster id. The project is left out, since a store
 * has only one.
 */
export function originCode(instance: string, cluster: string): OriginCode {
  return hash128(Buffer.from(`${instance}/${cluster}`)).toString('latin1', 0, ORIGIN_CODE_BYTES);
}

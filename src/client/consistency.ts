/** Consistency of a read, as docs/consistency.md describes the levels. */
interface OnUnmet {
  /** Result of a read that cannot be proven in time. Default: `error`. */
  readonly onUnmet?: 'error' | 'stale' | undefined;
}

export type Consistency =
  | 'eventual'
  | 'at-least-as-fresh'
  | 'strict'
  | {
      readonly level: 'eventual';
      /** `false`: the answer has no token, which makes the read cheaper. */
      readonly returnToken?: boolean | undefined;
    }
  | (OnUnmet & { readonly level: 'at-least-as-fresh' })
  | (OnUnmet & {
      readonly level: 'bounded';
      /** The answer contains all writes acknowledged before then, in milliseconds. */
      readonly maxStalenessMs: number;
    })
  | (OnUnmet & {
      readonly level: 'strict';
      /** The answer contains all writes acknowledged before this time. Default: the time of the read. */
      readonly asOf?: Date | string | number | undefined;
    });

/** Returns the header that chooses the level. */
export function consistencyHeader(consistency: Consistency): string {
  if (typeof consistency === 'string') return consistency;
  const parts: string[] = [consistency.level];
  if (consistency.level === 'bounded') parts.push(`max-staleness-ms=${consistency.maxStalenessMs}`);
  if (consistency.level === 'strict' && consistency.asOf !== undefined)
    parts.push(`as-of=${new Date(consistency.asOf).toISOString()}`);
  if (consistency.level === 'eventual') {
    if (consistency.returnToken === false) parts.push('return-token=false');
  } else if (consistency.onUnmet !== undefined) parts.push(`on-unmet=${consistency.onUnmet}`);
  return parts.join('; ');
}

import type { TokenCodec } from '../../../src/core/tokens/token-codec';
import { mergeAllTokens, type WriteToken } from '../../../src/core/tokens/write-token';
import type { WriteRecord } from './history';

/** Knowledge of a client: tokens, and the writes that these must cover, by row. */
export interface Knowledge {
  readonly tokens: readonly string[];
  readonly implied: ReadonlyMap<string, ReadonlySet<WriteRecord>>;
}

export const NO_KNOWLEDGE: Knowledge = { tokens: [], implied: new Map() };

export function merged(a: Knowledge, b: Knowledge): Knowledge {
  const implied = new Map(a.implied);
  for (const [key, writes] of b.implied) implied.set(key, new Set([...(implied.get(key) ?? []), ...writes]));
  return { tokens: [...new Set([...a.tokens, ...b.tokens])], implied };
}

/** Returns one token that speaks for all that is known, as a process whose clock shows `nowMs` merges them. */
export function tokenOf(
  { tokens }: Knowledge,
  {
    codec,
    writesMax,
    nowMs,
  }: { readonly codec: TokenCodec; readonly writesMax: number; readonly nowMs: number },
): WriteToken {
  return mergeAllTokens(
    tokens.map((text) => codec.decode(text, 'token')),
    { writesMax, nowMs },
  );
}

import type { WriteRecord } from './history';

/** What a client holds: tokens, and the writes that these must speak for, by row. */
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

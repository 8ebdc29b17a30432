import { qualifierRange } from '../bigtable/filters';
import type { CallOptions, DataClient } from '../bigtable/types';
import type { SchemaRegistry } from '../codec/schema-registry';
import type { Counts } from '../core/count-fold';
import { CountFold } from '../core/count-fold';
import type { CountQuery } from '../core/count-query';
import { countRange } from '../core/count-range';
import { rowKey } from '../core/row-key';
import type { Clock } from '../platform/clock';

export interface CountAnswer {
  readonly userId: string;
  /** ISO 8601, UTC. */
  readonly asOf: string;
  readonly counts: Counts;
  readonly consistency: { readonly level: 'eventual' };
}

export interface CountActionsDependencies {
  readonly client: DataClient;
  readonly schema: SchemaRegistry;
  readonly clock: Clock;
}

export type CountActions = (query: CountQuery, options?: CallOptions) => Promise<CountAnswer>;

/** Counts one user's actions: one ReadRows of one row and one range of columns, folded in one pass. */
export function createCountActions({ client, schema, clock }: CountActionsDependencies): CountActions {
  const { corpus, family, retention } = schema.eventType();
  return async (query, options) => {
    const retainedFromMs = retention.maxAgeMs === undefined ? 0 : clock.nowMs() - retention.maxAgeMs;
    const range = countRange(query, retainedFromMs);
    const fold = new CountFold(query, retainedFromMs);
    if (range !== undefined) {
      const request = {
        table: corpus,
        key: rowKey(query.userId),
        filter: qualifierRange({ family, ...range }),
      };
      const row = await client.readRow(request, options);
      for (const cell of row?.cells ?? []) fold.add(cell);
    }
    return {
      userId: query.userId,
      asOf: new Date(query.asOfMs).toISOString(),
      counts: fold.finish(),
      consistency: { level: 'eventual' },
    };
  };
}

import { qualifierRange } from '../bigtable/filters';
import type { CallOptions } from '../bigtable/types';
import type { SchemaRegistry } from '../codec/schema-registry';
import type { Consistency, ReadEvidence } from '../core/consistency';
import type { Counts } from '../core/counting/count-fold';
import { CountFold } from '../core/counting/count-fold';
import type { CountQuery } from '../core/counting/ad-count-query';
import { countRange } from '../core/counting/count-range';
import { rowKey } from '../core/row-key';
import { EMPTY_TOKEN } from '../core/write-token';
import type { Clock } from '../platform/clock';
import type { Reader } from '../watermark/store';

export interface CountActionsRequest {
  readonly query: CountQuery;
  readonly consistency: Consistency;
}

export interface CountAnswer {
  readonly userId: string;
  /** ISO 8601, UTC. */
  readonly asOf: string;
  readonly counts: Counts;
  readonly evidence: ReadEvidence;
}

export interface CountActionsDependencies {
  readonly reader: Reader;
  readonly schema: SchemaRegistry;
  readonly clock: Clock;
}

export type CountActions = (request: CountActionsRequest, options?: CallOptions) => Promise<CountAnswer>;

/** Counts one user's actions: one ReadRows of one row and one range of columns, folded in one pass. */
export function createCountActions({ reader, schema, clock }: CountActionsDependencies): CountActions {
  const { corpus, family, retention } = schema.eventType();
  return async ({ query, consistency }, options) => {
    const retainedFromMs = retention.maxAgeMs === undefined ? 0 : clock.nowMs() - retention.maxAgeMs;
    const range = countRange(query, retainedFromMs);
    const fold = new CountFold(query, retainedFromMs);
    let evidence = nothingRead(consistency);
    if (range !== undefined) {
      const filter = qualifierRange({ family, ...range });
      const read = { table: corpus, key: rowKey(query.userId), filter };
      const answer = await reader.readRow(read, consistency, options);
      for (const cell of answer.row?.cells ?? []) fold.add(cell);
      evidence = answer.evidence;
    }
    return {
      userId: query.userId,
      asOf: new Date(query.asOfMs).toISOString(),
      counts: fold.finish(),
      evidence,
    };
  };
}

/** Windows that lie before the retention hold nothing anywhere: that needs no proof. */
function nothingRead({ level, token = EMPTY_TOKEN }: Consistency): ReadEvidence {
  return { level, met: true, clusters: [], tier: 'nearest', lookups: 0, stalenessMs: 0, token };
}

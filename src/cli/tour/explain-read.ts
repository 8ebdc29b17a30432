import type { Consistency, ConsistencyLevel, ReadEvidence } from '../../core/consistency/consistency';

/** Facts about the answer of a read, from which its explanation follows. */
export interface ReadFacts {
  readonly consistency: Consistency;
  readonly evidence: ReadEvidence;
  /** Whether the answer contains the newest acknowledged write. */
  readonly isNewest: boolean;
  /** Id of the cluster that accepted that write. */
  readonly origin: string | undefined;
}

/** Returns one sentence that explains the answer, from its evidence. */
export function explainRead({ consistency: { level }, evidence, isNewest, origin }: ReadFacts): string {
  const { met, tier, lookups, clusters } = evidence;
  const cluster = clusters.join(', ');
  if (!met)
    return `No replica could prove the consistency in time. ${cluster} had the newest data, and the answer is marked as unmet.`;
  if (level === 'eventual') {
    const has = isNewest
      ? 'has it already'
      : 'does not have the newest write yet, which this level does not require';
    return tier === 'nearest'
      ? `The nearest replica answers at once: ${cluster} ${has}.`
      : `${cluster} ${has}.`;
  }
  switch (tier) {
    case 'nearest':
      return whyNearest(level, lookups, cluster);
    case 'origin':
      return cluster === origin
        ? `The nearest replica could not prove that it has the write. ${cluster}, which accepted the write, certainly has it.`
        : `The nearest replica could not prove that it has everything. ${cluster}, another origin of writes, was the first that could.`;
    case 'failover':
      return `The nearest replica could not prove it, and the origin had not answered yet. ${cluster} has the write and proves it.`;
    case 'hedge':
      return `The nearest replica was slow, and ${cluster} answered first.`;
  }
}

function whyNearest(level: ConsistencyLevel, lookups: number, cluster: string): string {
  if (lookups === 1)
    return `${cluster}, the nearest replica, proves that it has everything required, so no other replica was read.`;
  return level === 'at-least-as-fresh'
    ? `${cluster}, the nearest replica, received the write while others were read, and was the first to prove it.`
    : `The origins reported what the row must contain, and ${cluster}, the nearest replica, proves that it has all of it.`;
}

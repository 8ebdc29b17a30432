import type { Consistency, ConsistencyLevel, ReadEvidence } from '../../core/consistency/consistency';

/** What a read's answer came from, to tell why it is as it is. */
export interface ReadFacts {
  readonly consistency: Consistency;
  readonly evidence: ReadEvidence;
  /** The answer holds the newest acknowledged write. */
  readonly isNewest: boolean;
  /** Id of the cluster that accepted that write. */
  readonly origin: string | undefined;
}

/** One sentence, from what the answer says of itself. */
export function explainRead({ consistency: { level }, evidence, isNewest, origin }: ReadFacts): string {
  const { met, tier, lookups, clusters } = evidence;
  const cluster = clusters.join(', ');
  if (!met)
    return `Nothing could be proven in time; ${cluster} had the best there was, and the answer says so.`;
  if (level === 'eventual') {
    const has = isNewest ? 'has it by now' : 'does not have the newest write yet, and nobody asked it to';
    return tier === 'nearest'
      ? `The nearest replica answers at once: ${cluster} ${has}.`
      : `${cluster} ${has}.`;
  }
  switch (tier) {
    case 'nearest':
      return whyNearest(level, lookups, cluster);
    case 'origin':
      return cluster === origin
        ? `The nearest could not prove that it has it; ${cluster}, which accepted the write, was asked and has it for certain.`
        : `The nearest could not prove that it has everything; ${cluster}, asked since it accepts writes as well, was the first that could.`;
    case 'failover':
      return `The nearest could not prove it, and the origin had not answered yet; ${cluster} has the write and proves it.`;
    case 'hedge':
      return `The nearest was slow, and ${cluster} was faster.`;
  }
}

function whyNearest(level: ConsistencyLevel, lookups: number, cluster: string): string {
  if (lookups === 1)
    return `${cluster}, the nearest, proves that it has all that was asked for: nobody else was asked.`;
  return level === 'at-least-as-fresh'
    ? `${cluster}, the nearest, got the write while others were asked for it, and was the first to prove it.`
    : `The origins told what the row must have by now, and ${cluster}, the nearest, proves that it has all of it.`;
}

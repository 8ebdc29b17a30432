import type { Evidence } from '../../client';
import { countOf, duration } from '../data/format';
import { Badge } from './badge';

/** Part of every answer of a read. */
export interface EvidenceOf {
  readonly consistency?: Evidence | undefined;
}

/** What a read has proven: its level, the clusters that answered, lookups, and staleness. */
export function EvidenceLine({ evidence }: { readonly evidence: Evidence | undefined }) {
  if (evidence === undefined) return null;
  const { level, met, clusters, tier, lookups, stalenessMs } = evidence;
  const parts = [
    `${clusters.join(', ')} answered (${tier})`,
    countOf(lookups, 'lookup'),
    ...(stalenessMs === undefined ? [] : [`at most ${duration(stalenessMs)} old`]),
  ];
  return (
    <p class="evidence muted small">
      <Badge tone={met ? 'good' : 'warn'}>{met ? level : `${level}: not proven`}</Badge> {parts.join(' · ')}
    </p>
  );
}

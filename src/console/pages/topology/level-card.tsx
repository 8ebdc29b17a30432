import { Badge } from '../../components/badge';
import { ErrorNote } from '../../components/error-note';
import { clockTime, duration } from '../../data/format';
import { tierTone } from '../../data/tiers';
import type { Level, LevelRead } from './level-reads';

interface LevelCardProps {
  readonly level: Level;
  readonly read: LevelRead | undefined;
}

/** The answer at one level. */
export function LevelCard({ level, read }: LevelCardProps) {
  return (
    <section class="level-card" aria-label={level.title}>
      <h3>{level.title}</h3>
      <p class="muted small">{level.promise}</p>
      <Result read={read} />
    </section>
  );
}

function Result({ read }: { readonly read: LevelRead | undefined }) {
  if (read === undefined) return <p class="level-empty muted small">Not read yet</p>;
  if (read.isSkipped === true)
    return <p class="level-empty muted small">Write first: the token is that of the write</p>;
  if (read.error !== undefined) return <ErrorNote error={read.error} />;
  const { evidence, versionMs, durationMs } = read;
  return (
    <>
      <p class="level-time">{duration(durationMs)}</p>
      <dl class="facts">
        <dt>Cluster</dt>
        <dd>{evidence?.clusters.join(', ') || 'not known'}</dd>
        <dt>Tier</dt>
        <dd>{evidence !== undefined && <Badge tone={tierTone(evidence.tier)}>{evidence.tier}</Badge>}</dd>
        <dt>Lookups</dt>
        <dd>{evidence?.lookups}</dd>
        <dt>Staleness</dt>
        <dd>{evidence?.stalenessMs === undefined ? 'no bound' : `≤ ${duration(evidence.stalenessMs)}`}</dd>
        <dt>Version</dt>
        <dd>{versionMs === undefined ? 'no data' : clockTime(versionMs)}</dd>
        <dt>Proven</dt>
        <dd>{evidence?.met === true ? 'yes' : 'no'}</dd>
      </dl>
    </>
  );
}

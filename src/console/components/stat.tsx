import type { ComponentChildren } from 'preact';
import type { Tone } from './badge';

interface StatProps {
  readonly label: string;
  readonly value: ComponentChildren;
  readonly unit?: string | undefined;
  /** What the value means, or what it is compared with. */
  readonly note?: ComponentChildren;
  readonly tone?: Tone | undefined;
}

/** One number with its name. Put several into a `StatList`. */
export function Stat({ label, value, unit, note, tone = 'neutral' }: StatProps) {
  return (
    <div class={`stat tone-${tone}`}>
      <dt>{label}</dt>
      <dd>
        <span class="stat-value">{value}</span>
        {unit !== undefined && <span class="stat-unit"> {unit}</span>}
        {note !== undefined && <span class="stat-note">{note}</span>}
      </dd>
    </div>
  );
}

export function StatList({ children }: { readonly children: ComponentChildren }) {
  return <dl class="stats">{children}</dl>;
}

import type { ComponentChildren } from 'preact';

/** Meaning of a colour. The text beside it has the same meaning. */
export type Tone = 'good' | 'warn' | 'bad' | 'info' | 'neutral';

/** A short word with a tone, such as a role or a state. */
export function Badge({
  tone = 'neutral',
  children,
}: {
  readonly tone?: Tone;
  readonly children: ComponentChildren;
}) {
  return <span class={`badge tone-${tone}`}>{children}</span>;
}

/** A dot with a tone, and its label. */
export function StatusDot({ tone, label }: { readonly tone: Tone; readonly label: string }) {
  return (
    <span class={`status tone-${tone}`}>
      <span class="status-dot" aria-hidden="true" />
      {label}
    </span>
  );
}

import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

interface PanelProps {
  readonly title: string;
  readonly children: ComponentChildren;
  /** One sentence below the title. */
  readonly note?: ComponentChildren;
  /** Buttons and links at the right of the title. */
  readonly actions?: ComponentChildren;
  /** Whether the content has no padding, for tables that reach the frame. */
  readonly flush?: boolean | undefined;
}

/** A titled part of a page. */
export function Panel({ title, children, note, actions, flush = false }: PanelProps) {
  const id = useId();
  return (
    <section class="panel" aria-labelledby={id}>
      <header class="panel-head">
        <div>
          <h2 id={id}>{title}</h2>
          {note !== undefined && <p class="muted small">{note}</p>}
        </div>
        {actions !== undefined && <div class="actions">{actions}</div>}
      </header>
      <div class={flush ? 'panel-body panel-flush' : 'panel-body'}>{children}</div>
    </section>
  );
}

import type { ComponentChildren } from 'preact';
import { useId, useRef, useState } from 'preact/hooks';

export interface Tab {
  readonly key: string;
  readonly title: string;
  readonly content: () => ComponentChildren;
}

/** Tabs with one visible panel; the arrow keys move between them. */
export function Tabs({ label, tabs }: { readonly label: string; readonly tabs: readonly Tab[] }) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState(tabs[0]?.key);
  const index = Math.max(
    0,
    tabs.findIndex(({ key }) => key === chosen),
  );
  const current = tabs[index];
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    const next = (index + step + tabs.length) % tabs.length;
    setChosen(tabs[next]?.key);
    (list.current?.children[next] as HTMLElement | undefined)?.focus();
  };
  return (
    <div class="tabs">
      <div role="tablist" aria-label={label} class="tab-list" ref={list} onKeyDown={onKeyDown}>
        {tabs.map(({ key, title }) => (
          <button
            key={key}
            type="button"
            role="tab"
            id={`${id}-${key}`}
            aria-selected={key === current?.key}
            aria-controls={`${id}-panel`}
            tabIndex={key === current?.key ? 0 : -1}
            onClick={() => setChosen(key)}
          >
            {title}
          </button>
        ))}
      </div>
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${current?.key}`}
        class="tab-panel"
        tabIndex={0}
      >
        {current?.content()}
      </div>
    </div>
  );
}

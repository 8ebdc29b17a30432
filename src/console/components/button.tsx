import type { ComponentChildren } from 'preact';

interface ButtonProps {
  readonly children: ComponentChildren;
  /** `primary` for the one action of a form, `danger` for what cannot be undone, `quiet` without a frame. */
  readonly kind?: 'primary' | 'plain' | 'quiet' | 'danger' | undefined;
  readonly type?: 'button' | 'submit' | undefined;
  readonly onClick?: (() => void) | undefined;
  readonly disabled?: boolean | undefined;
  readonly title?: string | undefined;
  /** Whether the button is switched on. Absent: it is no switch. */
  readonly pressed?: boolean | undefined;
  /** Name for screen readers, if the text alone is not clear. */
  readonly label?: string | undefined;
}

export function Button({ children, kind = 'plain', type = 'button', pressed, label, ...rest }: ButtonProps) {
  return (
    <button type={type} class={`button button-${kind}`} aria-pressed={pressed} aria-label={label} {...rest}>
      {children}
    </button>
  );
}

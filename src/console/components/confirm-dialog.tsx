import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { Button } from './button';

interface ConfirmDialogProps {
  readonly title: string;
  /** Text of the button that confirms. */
  readonly action: string;
  readonly danger?: boolean | undefined;
  readonly busy?: boolean | undefined;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** A question before a change. Escape and "Cancel" change nothing. What had the focus gets it back. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, action, danger = false, busy = false, onConfirm, onClose, children } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const before = document.activeElement;
    dialog.current?.showModal();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <dialog ref={dialog} class="dialog" aria-labelledby={id} onClose={onClose}>
      <div class="stack">
        <h2 id={id}>{title}</h2>
        {children}
        <div class="actions">
          <Button kind={danger ? 'danger' : 'primary'} onClick={onConfirm} disabled={busy}>
            {action}
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </div>
    </dialog>
  );
}

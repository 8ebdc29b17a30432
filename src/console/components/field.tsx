import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

/** Attributes that connect a control with its label, hint and error. */
export interface ControlProps {
  readonly id: string;
  readonly 'aria-describedby'?: string | undefined;
  readonly 'aria-invalid'?: true | undefined;
}

interface FieldProps {
  readonly label: string;
  readonly hint?: string | undefined;
  /** What is wrong with the input. Absent: nothing is. */
  readonly error?: string | undefined;
  /** Renders the control: `<input {...props} />`, a select, a textarea. */
  readonly children: (props: ControlProps) => ComponentChildren;
}

/** A control with its label, a hint, and the error of its input. */
export function Field({ label, hint, error, children }: FieldProps) {
  const id = useId();
  const described = [hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`].filter(
    Boolean,
  );
  return (
    <div class={error === undefined ? 'field' : 'field field-invalid'}>
      <label for={id}>{label}</label>
      {children({
        id,
        'aria-describedby': described.length === 0 ? undefined : described.join(' '),
        'aria-invalid': error === undefined ? undefined : true,
      })}
      {hint !== undefined && (
        <p id={`${id}-hint`} class="field-hint">
          {hint}
        </p>
      )}
      {error !== undefined && (
        <p id={`${id}-error`} class="field-error">
          {error}
        </p>
      )}
    </div>
  );
}

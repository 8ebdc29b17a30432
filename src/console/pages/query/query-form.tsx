import { useEffect, useRef } from 'preact/hooks';
import { isTidemarkError } from '../../../client';
import { Button } from '../../components/button';
import { Field, type ControlProps } from '../../components/field';
import type { Corpus } from '../../data/schema';
import { formFieldOf } from './field-of-error';
import { formFields, type FormField } from './form-fields';
import { chosenEventType, listOf, type QueryKind, type Values } from './request';
import { RuleRows } from './rule-rows';

interface QueryFormProps {
  readonly kind: QueryKind;
  readonly values: Values;
  readonly corpora: readonly Corpus[];
  /** Failure of the last request. The field that it names shows its message. */
  readonly error: unknown;
  readonly busy: boolean;
  readonly onChange: (name: string, value: string) => void;
  readonly onSubmit: () => void;
}

export function QueryForm({ kind, values, corpora, error, busy, onChange, onSubmit }: QueryFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const fields = formFields(kind, values, corpora);
  const wrong = errorField(kind, error, fields);
  useEffect(() => {
    if (wrong !== undefined) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [error]);
  const submit = (event: Event): void => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form ref={form} class="form" onSubmit={submit} noValidate>
      {fields.map((field) => (
        <FormControl
          key={field.name}
          field={field}
          value={values[field.name] ?? ''}
          actions={chosenEventType(corpora, values)?.events?.actions.map(({ name }) => name) ?? []}
          error={wrong?.name === field.name ? wrong.message : undefined}
          onChange={(value) => onChange(field.name, value)}
        />
      ))}
      <div class="form-wide actions">
        <Button kind="primary" type="submit" disabled={busy}>
          {busy ? 'Sending' : 'Send'}
        </Button>
      </div>
    </form>
  );
}

interface WrongField {
  readonly name: string;
  readonly message: string;
}

/** A message about a field names the place within it, such as `windows[1]`. */
function errorField(kind: QueryKind, error: unknown, fields: readonly FormField[]): WrongField | undefined {
  if (!isTidemarkError(error)) return undefined;
  const name = formFieldOf(kind, error.field);
  const found = fields.find(
    (each) => each.name === name || (name === 'entity' && each.name.startsWith('entity.')),
  );
  return found === undefined ? undefined : { name: found.name, message: `${error.field}: ${error.message}` };
}

interface FormControlProps {
  readonly field: FormField;
  readonly value: string;
  readonly actions: readonly string[];
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
}

function FormControl({ field, value, actions, error, onChange }: FormControlProps) {
  const { label, hint, kind, options = [], isWide } = field;
  if (kind === 'check') return <Check label={label} value={value} onChange={onChange} />;
  if (kind === 'choices') return <Choices field={field} value={value} error={error} onChange={onChange} />;
  if (kind === 'rules')
    return <RuleRows levels={options} actions={actions} value={value} error={error} onChange={onChange} />;
  return (
    <div class={isWide === true ? 'form-wide' : undefined}>
      <Field label={label} hint={hint} error={error}>
        {(props) => <TextControl {...props} field={field} value={value} onChange={onChange} />}
      </Field>
    </div>
  );
}

type TextControlProps = ControlProps & Pick<FormControlProps, 'field' | 'value' | 'onChange'>;

function TextControl({ field: { kind, options = [] }, onChange, ...props }: TextControlProps) {
  const onInput = ({ currentTarget }: { readonly currentTarget: { readonly value: string } }): void =>
    onChange(currentTarget.value);
  if (kind === 'lines') return <textarea {...props} rows={2} spellcheck={false} onInput={onInput} />;
  if (kind === 'text')
    return <input {...props} type="text" autocomplete="off" spellcheck={false} onInput={onInput} />;
  return (
    <select {...props} onInput={onInput}>
      {options.map((each) => (
        <option key={each.value} value={each.value} selected={each.value === props.value}>
          {each.label}
        </option>
      ))}
    </select>
  );
}

function Check({
  label,
  value,
  onChange,
}: Pick<FormControlProps, 'value' | 'onChange'> & { readonly label: string }) {
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={value === 'true'}
        onChange={({ currentTarget }) => onChange(currentTarget.checked ? 'true' : '')}
      />
      {label}
    </label>
  );
}

type ChoicesProps = Pick<FormControlProps, 'field' | 'value' | 'error' | 'onChange'>;

function Choices({ field: { label, options = [], isWide }, value, error, onChange }: ChoicesProps) {
  const chosen = listOf(value);
  const toggle = (name: string): void => {
    const next = chosen.includes(name) ? chosen.filter((each) => each !== name) : [...chosen, name];
    onChange(next.join(','));
  };
  return (
    <fieldset class={isWide === true ? 'choices form-wide' : 'choices'}>
      <legend class="field-label">{label}</legend>
      <div class="choices-options">
        {options.map((each) => (
          <label key={each.value} class="check">
            <input
              type="checkbox"
              checked={chosen.includes(each.value)}
              aria-invalid={error === undefined ? undefined : true}
              onChange={() => toggle(each.value)}
            />
            {each.label}
          </label>
        ))}
      </div>
      {error !== undefined && <p class="field-error">{error}</p>}
    </fieldset>
  );
}

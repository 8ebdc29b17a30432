import { Field } from '../../components/field';

interface SelectFieldProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly string[];
  readonly onChange: (value: string) => void;
}

/** A choice of one of several names. */
export function SelectField({ label, value, options, onChange }: SelectFieldProps) {
  return (
    <Field label={label}>
      {(props) => (
        <select {...props} onInput={({ currentTarget }) => onChange(currentTarget.value)}>
          {options.map((each) => (
            <option key={each} value={each} selected={each === value}>
              {each}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

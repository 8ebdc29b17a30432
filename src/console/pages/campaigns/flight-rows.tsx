import { Button } from '../../components/button';
import type { FlightValues } from './campaign-form';

interface FlightRowsProps {
  readonly flights: readonly FlightValues[];
  /** Field that an error names, such as `flights[1].firstDay`. */
  readonly errorField: string | undefined;
  readonly errorText: string | undefined;
  readonly onChange: (flights: readonly FlightValues[]) => void;
}

/** Flights of a campaign, a row each. */
export function FlightRows({ flights, errorField, errorText, onChange }: FlightRowsProps) {
  const change = (at: number, part: Partial<FlightValues>): void =>
    onChange(flights.map((flight, index) => (index === at ? { ...flight, ...part } : flight)));
  const last = flights.at(-1);
  return (
    <fieldset class="choices form-wide">
      <legend class="field-label">Flights</legend>
      <div class="stack">
        {flights.map((flight, at) => (
          <FlightRow
            // Flights have no identity but their place.
            key={at}
            at={at}
            flight={flight}
            wrong={wrongPart(errorField, at)}
            canRemove={flights.length > 1}
            onChange={(part) => change(at, part)}
            onRemove={() => onChange(flights.filter((_, index) => index !== at))}
          />
        ))}
        {errorField?.startsWith('flights') === true && (
          <p class="field-error">
            {errorField}: {errorText}
          </p>
        )}
        <div>
          <Button onClick={() => last !== undefined && onChange([...flights, last])}>Add a flight</Button>
        </div>
      </div>
    </fieldset>
  );
}

/** Part of a row that an error is about; `all` for the row itself. */
function wrongPart(field: string | undefined, at: number): keyof FlightValues | 'all' | undefined {
  const [, index, part] = /^flights\[(\d+)\](?:\.(\w+))?/.exec(field ?? '') ?? [];
  if (index === undefined || Number(index) !== at) return undefined;
  return part === 'firstDay' || part === 'lastDay' || part === 'unitsPerDay' ? part : 'all';
}

interface FlightRowProps {
  readonly at: number;
  readonly flight: FlightValues;
  readonly wrong: keyof FlightValues | 'all' | undefined;
  readonly canRemove: boolean;
  readonly onChange: (part: Partial<FlightValues>) => void;
  readonly onRemove: () => void;
}

function FlightRow({ at, flight, wrong, canRemove, onChange, onRemove }: FlightRowProps) {
  const input = (name: keyof FlightValues, label: string) => {
    const isWrong = wrong === name || wrong === 'all';
    const props = {
      value: flight[name],
      'aria-label': `${label} of flight ${at + 1}`,
      'aria-invalid': isWrong ? (true as const) : undefined,
      onInput: ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) =>
        onChange({ [name]: currentTarget.value }),
    };
    return (
      <label class={isWrong ? 'field field-invalid' : 'field'}>
        <span class="field-label">{label}</span>
        {name === 'unitsPerDay' ? (
          <input type="text" inputMode="numeric" {...props} />
        ) : (
          <input type="date" {...props} />
        )}
      </label>
    );
  };
  return (
    <div class="flight">
      {input('firstDay', 'First day')}
      {input('lastDay', 'Last day')}
      {input('unitsPerDay', 'Units per day')}
      {canRemove && (
        <Button kind="quiet" label={`Remove flight ${at + 1}`} onClick={onRemove}>
          Remove
        </Button>
      )}
    </div>
  );
}

import { shortNumber } from '../data/format';

interface Bar {
  readonly label: string;
  readonly value: number;
  /** Value that fills the width. Default: the largest value. */
  readonly maximum?: number | undefined;
}

/** Numbers as horizontal bars: a list, which screen readers read as text. */
export function Bars({ label, bars }: { readonly label: string; readonly bars: readonly Bar[] }) {
  const largest = bars.reduce((most, { value }) => Math.max(most, value), Number.MIN_VALUE);
  return (
    <ul class="bars" aria-label={label}>
      {bars.map(({ label: name, value, maximum }) => (
        <li key={name}>
          <span class="bars-label">{name}</span>
          <span class="bars-track" aria-hidden="true">
            <span
              class="bars-fill"
              style={{ width: `${Math.min(100, (100 * value) / (maximum || largest))}%` }}
            />
          </span>
          <span class="bars-value">
            {maximum === undefined ? shortNumber(value) : `${value} of ${maximum}`}
          </span>
        </li>
      ))}
    </ul>
  );
}

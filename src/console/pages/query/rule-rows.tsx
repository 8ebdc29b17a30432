import { Button } from '../../components/button';
import type { Choice } from './form-fields';
import { rulesOf, rulesText, type Rule } from './request';

interface RuleRowsProps {
  readonly levels: readonly Choice[];
  readonly actions: readonly string[];
  /** Rules as text; see `rulesText`. */
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
}

/** Frequency caps, a row each. */
export function RuleRows({ levels, actions, value, error, onChange }: RuleRowsProps) {
  const rules = rulesOf(value);
  const added = { level: levels[0]?.value ?? '', actions: actions[0] ?? '', window: '1d', maximum: '3' };
  const wrong = Number(/^rules\[(\d+)\]/.exec(error ?? '')?.[1] ?? NaN);
  const change = (at: number, part: Partial<Rule>): void =>
    onChange(rulesText(rules.map((rule, index) => (index === at ? { ...rule, ...part } : rule))));
  return (
    <fieldset class="choices form-wide">
      <legend class="field-label">Rules</legend>
      <div class="stack">
        {rules.map((rule, at) => (
          <RuleRow
            // Rules have no identity but their place.
            key={at}
            position={at + 1}
            rule={rule}
            levels={levels}
            isWrong={at === wrong}
            onChange={(part) => change(at, part)}
            onRemove={() => onChange(rulesText(rules.filter((_, index) => index !== at)))}
          />
        ))}
        {error !== undefined && <p class="field-error">{error}</p>}
        <div>
          <Button onClick={() => onChange(rulesText([...rules, added]))}>Add a rule</Button>
        </div>
      </div>
    </fieldset>
  );
}

interface RuleRowProps {
  readonly position: number;
  readonly rule: Rule;
  readonly levels: readonly Choice[];
  readonly isWrong: boolean;
  readonly onChange: (part: Partial<Rule>) => void;
  readonly onRemove: () => void;
}

function RuleRow({ position, rule, levels, isWrong, onChange, onRemove }: RuleRowProps) {
  const input = (name: 'actions' | 'window' | 'maximum', label: string) => (
    <label class="field">
      <span class="field-label">{label}</span>
      <input
        type="text"
        value={rule[name]}
        autocomplete="off"
        spellcheck={false}
        aria-label={`${label} of rule ${position}`}
        aria-invalid={isWrong ? true : undefined}
        onInput={({ currentTarget }) => onChange({ [name]: currentTarget.value })}
      />
    </label>
  );
  return (
    <div class={isWrong ? 'rule field-invalid' : 'rule'}>
      <label class="field">
        <span class="field-label">Level</span>
        <select
          value={rule.level}
          aria-label={`Level of rule ${position}`}
          onInput={({ currentTarget }) => onChange({ level: currentTarget.value })}
        >
          {levels.map((each) => (
            <option key={each.value} value={each.value} selected={each.value === rule.level}>
              {each.label}
            </option>
          ))}
        </select>
      </label>
      {input('actions', 'Actions')}
      {input('window', 'Window')}
      {input('maximum', 'Maximum')}
      <Button kind="quiet" label={`Remove rule ${position}`} onClick={onRemove}>
        Remove
      </Button>
    </div>
  );
}

import { useEffect, useRef, useState } from 'preact/hooks';
import { isTidemarkError } from '../../../client';
import { Button } from '../../components/button';
import { ConfirmDialog } from '../../components/confirm-dialog';
import { ErrorNote } from '../../components/error-note';
import { Field } from '../../components/field';
import { Panel } from '../../components/panel';
import { useClient } from '../../data/client';
import { campaignOf, changesOf, type CampaignValues } from './campaign-form';
import { FlightRows } from './flight-rows';
import type { CampaignScope } from './campaign-scope';

interface CampaignEditorProps {
  readonly scope: CampaignScope;
  readonly initial: CampaignValues;
  /** Whether the campaign exists, so that its id stays. */
  readonly isStored?: boolean | undefined;
  readonly onSaved: (id: string) => void;
  readonly onClose: () => void;
}

const POLICIES = [
  { value: '', label: "the controller's" },
  { value: 'proportional', label: 'proportional: spread over the day' },
  { value: 'predictive', label: 'predictive: as early as possible' },
  { value: 'threshold', label: 'threshold: stop at a share' },
] as const;

/** The form for a campaign. It shows what will change, and asks before it writes. */
export function CampaignEditor({ scope, initial, isStored = false, onSaved, onClose }: CampaignEditorProps) {
  const client = useClient();
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState(initial);
  const [error, setError] = useState<unknown>();
  const [isAsked, setAsked] = useState(false);
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    if (error !== undefined) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [error]);
  const set = (part: Partial<CampaignValues>): void => setValues({ ...values, ...part });
  const errorOf = (field: string): string | undefined =>
    isTidemarkError(error) && error.field === field ? error.message : undefined;
  const save = (): void => {
    setBusy(true);
    client.campaigns.put(values.id.trim(), campaignOf(values)).then(
      () => onSaved(values.id.trim()),
      (failure: unknown) => {
        setError(failure);
        setAsked(false);
        setBusy(false);
      },
    );
  };
  const input = (
    name: 'name' | 'advertiserId' | 'priority' | 'thresholdShare',
    label: string,
    hint?: string,
  ) => (
    <Field label={label} hint={hint} error={errorOf(name)}>
      {(props) => (
        <input
          {...props}
          type="text"
          value={values[name]}
          autocomplete="off"
          onInput={({ currentTarget }) => set({ [name]: currentTarget.value })}
        />
      )}
    </Field>
  );
  return (
    <Panel title={isStored ? `Change ${initial.name || initial.id}` : 'New campaign'}>
      <form
        ref={form}
        class="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (values.id.trim() !== '') setAsked(true);
        }}
      >
        <Field
          label="Id"
          hint={isStored ? undefined : 'The id that events carry'}
          error={values.id.trim() === '' ? 'Enter an id' : (errorOf('campaignId') ?? errorOf('id'))}
        >
          {(props) => (
            <input
              {...props}
              type="text"
              value={values.id}
              readOnly={isStored}
              onInput={({ currentTarget }) => set({ id: currentTarget.value })}
            />
          )}
        </Field>
        {input('name', 'Name')}
        {input('advertiserId', 'Advertiser')}
        <Field label="Billed action" error={errorOf('action')}>
          {(props) => (
            <select {...props} onInput={({ currentTarget }) => set({ action: currentTarget.value })}>
              {scope.actions.map((each) => (
                <option key={each} value={each} selected={each === values.action}>
                  {each}
                </option>
              ))}
            </select>
          )}
        </Field>
        {input('priority', 'Priority', '1, served first, to 100; default: 50')}
        <Field label="Policy" error={errorOf('policy')}>
          {(props) => (
            <select {...props} onInput={({ currentTarget }) => set({ policy: currentTarget.value })}>
              {POLICIES.map((each) => (
                <option key={each.value} value={each.value} selected={each.value === values.policy}>
                  {each.label}
                </option>
              ))}
            </select>
          )}
        </Field>
        {values.policy === 'threshold' &&
          input('thresholdShare', 'Threshold', 'Share of the day’s units, up to 1')}
        <FlightRows
          flights={values.flights}
          errorField={isTidemarkError(error) ? error.field : undefined}
          errorText={isTidemarkError(error) ? error.message : undefined}
          onChange={(flights) => set({ flights })}
        />
        <div class="form-wide stack">
          {error !== undefined && <ErrorNote error={error} />}
          <div class="actions">
            <Button kind="primary" type="submit">
              {isStored ? 'Review the change' : 'Review the campaign'}
            </Button>
            <Button onClick={onClose}>Cancel</Button>
          </div>
        </div>
      </form>
      {isAsked && (
        <ConfirmDialog
          title={isStored ? 'Change this campaign?' : 'Create this campaign?'}
          action={isStored ? 'Change' : 'Create'}
          busy={isBusy}
          onConfirm={save}
          onClose={() => setAsked(false)}
        >
          <Changes initial={initial} values={values} isStored={isStored} />
        </ConfirmDialog>
      )}
    </Panel>
  );
}

interface ChangesProps {
  readonly initial: CampaignValues;
  readonly values: CampaignValues;
  readonly isStored: boolean;
}

function Changes({ initial, values, isStored }: ChangesProps) {
  const changes = isStored ? changesOf(initial, values) : [];
  if (!isStored)
    return (
      <p>
        {values.name || values.id}:{' '}
        {values.flights
          .map((each) => `${each.unitsPerDay} a day from ${each.firstDay} to ${each.lastDay}`)
          .join('; ')}
        .
      </p>
    );
  if (changes.length === 0) return <p>Nothing differs. The same campaign is written again.</p>;
  return (
    <ul class="changes">
      {changes.map((each) => (
        <li key={each}>{each}</li>
      ))}
    </ul>
  );
}

import { useState } from 'preact/hooks';
import { Badge } from '../../components/badge';
import { Button } from '../../components/button';
import { ConfirmDialog } from '../../components/confirm-dialog';
import { ErrorNote } from '../../components/error-note';
import { Loaded } from '../../components/loaded';
import { Panel } from '../../components/panel';
import { useClient } from '../../data/client';
import { useResource } from '../../data/resource';
import type { Campaign } from '../../../client';
import { CampaignDay } from './campaign-day';
import { CampaignEditor } from './campaign-editor';
import { campaignOf, valuesOf } from './campaign-form';
import { ControlLog } from './control-log-panel';
import type { CampaignScope } from './campaign-scope';

interface CampaignDetailsProps {
  readonly id: string;
  readonly scope: CampaignScope;
  readonly mayWrite: boolean;
  readonly isEdited: boolean;
  readonly onEdit: (isEdited: boolean) => void;
  readonly onChanged: () => void;
}

/** One campaign: its purchase, its day, and its control log. */
export function CampaignDetails(props: CampaignDetailsProps) {
  const { id, scope, isEdited, onEdit, onChanged } = props;
  const client = useClient();
  const campaign = useResource((signal) => client.campaigns.get(id, { signal }), [client, id]);
  const changed = (): void => {
    onEdit(false);
    campaign.reload();
    onChanged();
  };
  return (
    <Loaded resource={campaign} label="Reading the campaign">
      {({ campaign: stored }) =>
        isEdited && props.mayWrite ? (
          <CampaignEditor
            scope={scope}
            initial={valuesOf({ ...stored, id })}
            isStored
            onSaved={changed}
            onClose={() => onEdit(false)}
          />
        ) : (
          <div class="stack">
            <Purchase {...props} campaign={stored} onSaved={changed} />
            <CampaignDay campaign={stored} id={id} timeZone={scope.timeZone} />
            <ControlLog id={id} />
          </div>
        )
      }
    </Loaded>
  );
}

interface PurchaseProps extends CampaignDetailsProps {
  readonly campaign: Campaign;
  readonly onSaved: () => void;
}

function Purchase({ id, campaign, mayWrite, onEdit, onSaved }: PurchaseProps) {
  const { name, advertiserId, action, priority, policy, thresholdShare, paused, flights } = campaign;
  const [isAsked, setAsked] = useState(false);
  const facts: readonly (readonly [string, string])[] = [
    ['Advertiser', advertiserId ?? '–'],
    ['Billed action', action],
    ['Priority', String(priority ?? 50)],
    ['Policy', policy === undefined ? "the controller's" : policy],
    ...(thresholdShare === undefined ? [] : [['Threshold', String(thresholdShare)] as const]),
    [
      'Flights',
      flights
        .map((each) => `${each.firstDay} to ${each.lastDay}: ${each.unitsPerDay.toLocaleString('en')} a day`)
        .join('; '),
    ],
  ];
  const actions = mayWrite && (
    <>
      <Button onClick={() => setAsked(true)}>{paused === true ? 'Resume' : 'Pause'}</Button>
      <Button onClick={() => onEdit(true)}>Change</Button>
    </>
  );
  return (
    <Panel title={name ?? id} note={<code>{id}</code>} actions={actions}>
      {isAsked && (
        <PauseDialog id={id} campaign={campaign} onSaved={onSaved} onClose={() => setAsked(false)} />
      )}
      <dl class="facts">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        <div>
          <dt>Switch</dt>
          <dd>
            {paused === true ? (
              <Badge tone="warn">paused</Badge>
            ) : (
              <Badge tone="good">runs on its days</Badge>
            )}
          </dd>
        </div>
      </dl>
    </Panel>
  );
}

interface PauseDialogProps {
  readonly id: string;
  readonly campaign: Campaign;
  readonly onSaved: () => void;
  readonly onClose: () => void;
}

function PauseDialog({ id, campaign, onSaved, onClose }: PauseDialogProps) {
  const client = useClient();
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const isPaused = campaign.paused === true;
  const save = (): void => {
    setBusy(true);
    const next = campaignOf({ ...valuesOf(campaign), paused: !isPaused });
    client.campaigns.put(id, next).then(
      () => {
        onClose();
        onSaved();
      },
      (failure: unknown) => {
        setError(failure);
        setBusy(false);
      },
    );
  };
  const title = `${isPaused ? 'Resume' : 'Pause'} ${campaign.name ?? id}?`;
  return (
    <ConfirmDialog
      title={title}
      action={isPaused ? 'Resume' : 'Pause'}
      busy={isBusy}
      onConfirm={save}
      onClose={onClose}
    >
      <p>
        {isPaused
          ? 'The controller paces it again within seconds, on the days of its flights.'
          : 'Ad servers stop showing it within seconds. Its events are still accepted and counted.'}
      </p>
      {error !== undefined && <ErrorNote error={error} />}
    </ConfirmDialog>
  );
}

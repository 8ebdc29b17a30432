import { EmptyState } from '../../components/empty-state';
import { Loaded } from '../../components/loaded';
import { useAddressValues } from '../../data/address-values';
import { useScope } from '../../data/caller';
import { useCorpora } from '../../data/schema';
import { CampaignDetails } from './campaign-details';
import { CampaignEditor } from './campaign-editor';
import { CampaignList } from './campaign-list';
import { newValues } from './campaign-form';
import { dayIn } from './campaign-numbers';
import { scopeOf, type CampaignScope } from './campaign-scope';
import { useOverview } from './use-overview';

/** Campaigns: what they have bought and got, and one of them in detail. */
export function Page() {
  const corpora = useCorpora();
  return (
    <Loaded resource={corpora} label="Loading the schema">
      {(data) => <Campaigns scope={scopeOf(data)} />}
    </Loaded>
  );
}

function Campaigns({ scope }: { readonly scope: CampaignScope | undefined }) {
  if (scope === undefined) return <EmptyState title="The schema declares no events of campaigns" />;
  return <CampaignBrowser scope={scope} />;
}

function CampaignBrowser({ scope }: { readonly scope: CampaignScope }) {
  const [{ id, edit }, setValues] = useAddressValues();
  const mayWrite = useScope('campaigns:write') === true;
  const overview = useOverview(scope);
  const select = (next: string | undefined): void => setValues({ id: next, edit: undefined });
  const saved = (next: string): void => {
    select(next);
    overview.reload();
  };
  if (edit === 'new' && mayWrite) {
    const values = newValues(dayIn(scope.timeZone, Date.now()), scope.actions[0] ?? '', newId());
    return (
      <CampaignEditor scope={scope} initial={values} onSaved={saved} onClose={() => select(undefined)} />
    );
  }
  return (
    <div class="stack">
      <CampaignList
        overview={overview}
        selected={id}
        mayWrite={mayWrite}
        onSelect={select}
        onCreate={() => setValues({ edit: 'new', id: undefined })}
      />
      {id !== undefined && (
        <CampaignDetails
          key={id}
          id={id}
          scope={scope}
          mayWrite={mayWrite}
          isEdited={edit === 'change'}
          onEdit={(isEdited) => setValues({ edit: isEdited ? 'change' : undefined })}
          onChanged={overview.reload}
        />
      )}
    </div>
  );
}

/** Browsers make UUIDs on pages of HTTPS and of this machine alone. */
function newId(): string {
  return typeof crypto.randomUUID === 'function' ? crypto.randomUUID() : '';
}

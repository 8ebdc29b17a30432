import { Badge } from '../../components/badge';
import { DataTable, type Column } from '../../components/data-table';
import { EvidenceLine } from '../../components/evidence-line';
import { Loaded } from '../../components/loaded';
import { Panel } from '../../components/panel';
import { useClient } from '../../data/client';
import { utcTime } from '../../data/format';
import { useResource } from '../../data/resource';
import type { Consent } from '../../../client';

type Choice = Consent['purposes'][string] & { readonly purpose: string };

const TONES = { granted: 'good', withdrawn: 'bad', none: 'neutral' } as const;

/** The user's choices about purposes. */
export function ConsentPanel({ id }: { readonly id: string }) {
  const client = useClient();
  const consent = useResource((signal) => client.subjects.consent(id, { signal }), [client, id]);
  const columns: readonly Column<Choice>[] = [
    { key: 'purpose', title: 'Purpose', cell: ({ purpose }) => purpose },
    { key: 'choice', title: 'Choice', cell: ({ choice }) => <Badge tone={TONES[choice]}>{choice}</Badge> },
    { key: 'since', title: 'Since (UTC)', cell: ({ since }) => (since === undefined ? '–' : utcTime(since)) },
    { key: 'history', title: 'Decisions', kind: 'number', cell: ({ history }) => history.length },
  ];
  return (
    <Panel title="Consent">
      <Loaded resource={consent} label="Reading the consent">
        {({ purposes, consistency }) => (
          <div class="stack">
            <DataTable
              caption="Choices by purpose"
              columns={columns}
              rows={Object.entries(purposes).map(([purpose, choice]) => ({ purpose, ...choice }))}
              rowKey={({ purpose }) => purpose}
            />
            <EvidenceLine evidence={consistency} />
          </div>
        )}
      </Loaded>
    </Panel>
  );
}

import { useState } from 'preact/hooks';
import type { OperationsStatus } from '../../../client/types';
import { Badge } from '../../components/badge';
import { DataTable } from '../../components/data-table';
import { ErrorNote } from '../../components/error-note';
import { Field } from '../../components/field';
import { Loading } from '../../components/loading';
import { Panel } from '../../components/panel';
import type { Resource } from '../../data/resource';

type Setting = OperationsStatus['configuration'][number];

/** Settings of the process that answered. Secrets are never sent. */
export function ConfigurationPanel({ status }: { readonly status: Resource<OperationsStatus> }) {
  const [search, setSearch] = useState('');
  const [onlyChanged, setOnlyChanged] = useState(true);
  const { data, error, reload } = status;
  if (error !== undefined) return <ErrorNote error={error} onRetry={reload} />;
  if (data === undefined) return <Loading label="Loading the configuration" />;
  const words = search.toLowerCase();
  const rows = data.configuration.filter(
    ({ name, description, source }) =>
      (!onlyChanged || words !== '' || source === 'environment') &&
      `${name} ${description}`.toLowerCase().includes(words),
  );
  return (
    <Panel
      title="Configuration"
      note="Environment variables of the process that answered; secrets are never sent"
      flush
    >
      <div class="table-filter">
        <Field label="Search in all settings">
          {(props) => (
            <input
              {...props}
              type="search"
              value={search}
              onInput={(event) => setSearch(event.currentTarget.value)}
            />
          )}
        </Field>
        <label class="check">
          <input type="checkbox" checked={onlyChanged} onChange={() => setOnlyChanged(!onlyChanged)} /> Only
          those that are set
        </label>
      </div>
      <DataTable
        caption="Configuration"
        rows={rows}
        rowKey={({ name }) => name}
        empty="No setting matches"
        columns={[
          { key: 'name', title: 'Variable', kind: 'code', cell: ({ name }) => name },
          { key: 'value', title: 'Value', kind: 'code', cell: (setting) => <Value setting={setting} /> },
          { key: 'description', title: 'Meaning', cell: ({ description }) => description },
        ]}
      />
    </Panel>
  );
}

function Value({ setting: { value, source, isSecret } }: { readonly setting: Setting }) {
  if (isSecret) return <Badge tone="info">secret, set</Badge>;
  if (value === undefined) return <span class="muted">not set</span>;
  return source === 'default' ? <span class="muted">{value}</span> : <>{value}</>;
}

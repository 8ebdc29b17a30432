import { useState } from 'preact/hooks';
import { isTidemarkError, type CapResult } from '../../../client';
import { Badge } from '../../components/badge';
import { Button } from '../../components/button';
import { DataTable, type Column } from '../../components/data-table';
import { EmptyState } from '../../components/empty-state';
import { Field } from '../../components/field';
import { Loaded } from '../../components/loaded';
import { Panel } from '../../components/panel';
import { useClient } from '../../data/client';
import { ago, utcTime } from '../../data/format';
import { useResource, type Resource } from '../../data/resource';
import type { DataType } from '../../data/schema';
import { windowOf } from '../query/request';
import { SelectField } from './select-field';
import { seenEntities } from './seen-entities';
import type { SubjectData } from './subject-data';

const CANDIDATES_MAX = 20;

interface CapsPanelProps {
  readonly id: string;
  readonly types: readonly DataType[];
  readonly subject: Resource<SubjectData>;
}

interface Rule {
  readonly level: string;
  readonly action: string;
  readonly window: string;
  readonly maximum: string;
}

/** Results of a frequency cap for everything that the user has seen, and the reservations that count. */
export function CapsPanel({ id, types, subject }: CapsPanelProps) {
  const [family, setFamily] = useState(
    types.find(({ events }) => events?.default)?.family ?? types[0]!.family,
  );
  const type = types.find((each) => each.family === family)!;
  const { levels, actions } = type.events!;
  const [form, setForm] = useState<Rule>(firstRule(type));
  const [rule, setRule] = useState(form);
  const checked = useCaps({ id, type, rule });
  const error = isTidemarkError(checked.error) ? checked.error : undefined;
  const errorOf = (name: string): string | undefined =>
    error?.field?.startsWith(`rules[0].${name}`) === true ? error.message : undefined;
  const input = (name: 'window' | 'maximum', label: string) => (
    <Field label={label} error={errorOf(name)}>
      {(props) => (
        <input
          {...props}
          type="text"
          value={form[name]}
          onInput={({ currentTarget }) => setForm({ ...form, [name]: currentTarget.value })}
        />
      )}
    </Field>
  );
  return (
    <Panel
      title="Frequency caps"
      note="May the user see these once more? Reservations count as events until they end."
    >
      <div class="stack">
        <form
          class="form"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            setRule(form);
          }}
        >
          <SelectField
            label="Event type"
            value={family}
            options={types.map((each) => each.family)}
            onChange={(next) => {
              const first = firstRule(types.find((each) => each.family === next)!);
              setFamily(next);
              setForm(first);
              setRule(first);
            }}
          />
          <SelectField
            label="Level"
            value={form.level}
            options={levels.map(({ name }) => name)}
            onChange={(level) => setForm({ ...form, level })}
          />
          <SelectField
            label="Action"
            value={form.action}
            options={actions.map(({ name }) => name)}
            onChange={(action) => setForm({ ...form, action })}
          />
          {input('window', 'Window')}
          {input('maximum', 'At most')}
          <div class="form-wide">
            <Button type="submit">Check</Button>
          </div>
        </form>
        <Loaded resource={checked} label="Checking">
          {(results) => <Results results={results} level={rule.level} />}
        </Loaded>
        <h3>Reservations</h3>
        <Loaded resource={subject} label="Reading the reservations">
          {({ reservations }) => <Reservations reservations={reservations} />}
        </Loaded>
      </div>
    </Panel>
  );
}

function firstRule({ events }: DataType): Rule {
  const level = events!.levels.find(({ name }) => name === 'campaign') ?? events!.levels[0];
  return { level: level?.name ?? '', action: events!.actions[0]?.name ?? '', window: '7d', maximum: '3' };
}

function useCaps({ id, type, rule }: { readonly id: string; readonly type: DataType; readonly rule: Rule }) {
  const client = useClient();
  const { level, action, window, maximum } = rule;
  return useResource<readonly CapResult[]>(
    async (signal) => {
      const ids = await seenEntities(client, { id, type, level, max: CANDIDATES_MAX }, signal);
      const dimension = type.events!.levels.find(({ name }) => name === level)?.dimension ?? '';
      if (ids.length === 0) return [];
      const check = {
        userId: id,
        dataType: type.family,
        candidates: ids.map((each) => ({ id: each, [dimension]: each })),
        rules: [{ level, actions: [action], window: windowOf(window.trim()), maximum: Number(maximum) }],
      };
      return (await client.caps.check(check as never, { signal })).candidates;
    },
    [client, id, type.family, level, action, window, maximum],
  );
}

function Results({ results, level }: { readonly results: readonly CapResult[]; readonly level: string }) {
  if (results.length === 0)
    return <EmptyState title={`The user has no events with a ${level} in the last 30 days`} />;
  const columns: readonly Column<CapResult>[] = [
    { key: 'id', title: level, kind: 'code', cell: ({ id }) => id },
    {
      key: 'result',
      title: 'Result',
      cell: ({ allowed }) => <Badge tone={allowed ? 'good' : 'bad'}>{allowed ? 'allowed' : 'blocked'}</Badge>,
    },
    { key: 'count', title: 'Count', cell: countText },
    { key: 'frees', title: 'Frees up (UTC)', cell: freesUpText },
  ];
  return (
    <DataTable caption="Results of the cap" columns={columns} rows={results} rowKey={({ id }) => id ?? ''} />
  );
}

function countText({ remaining, blockedBy }: CapResult): string {
  const blocking = blockedBy?.[0];
  if (blocking !== undefined) return `${blocking.count} of ${blocking.maximum}`;
  return remaining === undefined ? '' : `${remaining} left`;
}

function freesUpText({ allowed, freesUpAt }: CapResult): string {
  if (allowed) return 'now';
  return typeof freesUpAt === 'string' ? `${utcTime(freesUpAt)} (${ago(Date.parse(freesUpAt))})` : 'never';
}

type Reservation = SubjectData['reservations'][number];

function Reservations({ reservations }: { readonly reservations: readonly Reservation[] }) {
  const columns: readonly Column<Reservation>[] = [
    { key: 'id', title: 'Reservation', kind: 'code', cell: ({ id }) => id },
    { key: 'action', title: 'For', cell: ({ dataType, action }) => `${dataType} · ${action}` },
    {
      key: 'ids',
      title: 'Dimensions',
      kind: 'code',
      cell: ({ dimensions }) =>
        Object.entries(dimensions)
          .map(([name, value]) => `${name}=${value}`)
          .join(' '),
    },
    { key: 'reserved', title: 'Reserved (UTC)', cell: ({ timestampMs }) => utcTime(timestampMs) },
    {
      key: 'expires',
      title: 'Frees up (UTC)',
      cell: ({ expiresAtMs, hidden }) =>
        hidden === undefined
          ? `${utcTime(expiresAtMs)} (${ago(expiresAtMs)})`
          : `ended ${utcTime(expiresAtMs)}`,
    },
  ];
  return (
    <DataTable
      caption="Reservations of the user"
      columns={columns}
      rows={reservations}
      rowKey={({ id }) => id}
      empty="No reservations count at present"
    />
  );
}

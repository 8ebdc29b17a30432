import { useState } from 'preact/hooks';
import { isTidemarkError } from '../../../client';
import { Button } from '../../components/button';
import { DataTable, type Column } from '../../components/data-table';
import { EvidenceLine } from '../../components/evidence-line';
import { ExplainStats } from '../../components/explain-stats';
import { Field } from '../../components/field';
import { Loaded } from '../../components/loaded';
import { Panel } from '../../components/panel';
import { wholeNumber } from '../../data/format';
import { useClient } from '../../data/client';
import { useResource } from '../../data/resource';
import type { DataType } from '../../data/schema';
import { windowOf } from '../query/request';
import { countMatrix, type Grouped, type MatrixRow } from './count-matrix';
import { SelectField } from './select-field';

const WINDOWS = '1h, 1d, 7d, 30d';
const NONE = 'none';
/** Rows that the table shows at most: the most frequent. */
const ROWS_MAX = 30;

interface CountsPanelProps {
  readonly id: string;
  readonly types: readonly DataType[];
}

/** Counts of a user by window, level and group, with their cost. */
export function CountsPanel({ id, types }: CountsPanelProps) {
  const [family, setFamily] = useState(
    types.find(({ events }) => events?.default)?.family ?? types[0]!.family,
  );
  const type = types.find((each) => each.family === family)!;
  const events = type.events!;
  const [level, setLevel] = useState<string>();
  const [group, setGroup] = useState('action');
  const [windows, setWindows] = useState(WINDOWS);
  const [text, setText] = useState(WINDOWS);
  const levels = [NONE, ...events.levels.map(({ name }) => name)];
  const groups = [NONE, 'action', ...events.dimensions.map(({ name }) => name)];
  const chosenLevel = level ?? (levels.includes('campaign') ? 'campaign' : NONE);
  const counts = useCounts({ id, type, level: chosenLevel, group, windows });
  const wrong =
    isTidemarkError(counts.error) && counts.error.field?.startsWith('windows')
      ? counts.error.message
      : undefined;
  return (
    <Panel
      title="Counts"
      note="Deduplicated events by window, level and group. One read of one row answers all of it."
    >
      <div class="stack">
        <form
          class="form"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            setWindows(text);
          }}
        >
          <SelectField
            label="Event type"
            value={family}
            options={types.map((each) => each.family)}
            onChange={(next) => {
              setFamily(next);
              setLevel(undefined);
              setGroup('action');
            }}
          />
          <SelectField label="Level" value={chosenLevel} options={levels} onChange={setLevel} />
          <SelectField label="Group by" value={group} options={groups} onChange={setGroup} />
          <Field label="Windows" error={wrong}>
            {(props) => (
              <input
                {...props}
                type="text"
                value={text}
                onInput={({ currentTarget }) => setText(currentTarget.value)}
              />
            )}
          </Field>
          <div class="form-wide">
            <Button type="submit">Count</Button>
          </div>
        </form>
        <Loaded resource={counts} label="Counting">
          {(answer) => (
            <div class="stack">
              <CountTable rows={countMatrix(answer.counts)} windows={Object.keys(answer.counts)} />
              {answer.explain !== undefined && <ExplainStats explain={answer.explain} />}
              <EvidenceLine evidence={answer.consistency} />
            </div>
          )}
        </Loaded>
      </div>
    </Panel>
  );
}

interface CountChoice {
  readonly id: string;
  readonly type: DataType;
  readonly level: string;
  readonly group: string;
  readonly windows: string;
}

function useCounts({ id, type, level, group, windows }: CountChoice) {
  const client = useClient();
  return useResource(
    (signal) => {
      const query = {
        userId: id,
        dataType: type.family,
        actions: type.events!.actions.map(({ name }) => name),
        windows: windows.split(',').map((each) => windowOf(each.trim())),
        ...(level !== NONE && { entities: { [level]: '*' as const } }),
        ...(group !== NONE && { groupBy: [group] }),
        explain: true,
      };
      // The server checks the texts of the windows.
      return client.counts.query(query as never, { signal }) as Promise<CountsOfUser>;
    },
    [client, id, type.family, level, group, windows],
  );
}

type CountsOfUser = Awaited<ReturnType<ReturnType<typeof useClient>['counts']['query']>> & {
  readonly counts: Readonly<Record<string, Readonly<Record<string, Grouped>>>>;
};

function CountTable({
  rows,
  windows,
}: {
  readonly rows: readonly MatrixRow[];
  readonly windows: readonly string[];
}) {
  const columns: readonly Column<MatrixRow>[] = [
    { key: 'entity', title: 'Entity', cell: ({ entity }) => entity },
    ...(rows.some(({ group }) => group !== '')
      ? [{ key: 'group', title: 'Group', cell: ({ group }: MatrixRow) => group }]
      : []),
    ...windows.map((name) => ({
      key: name,
      title: name,
      kind: 'number' as const,
      cell: ({ counts }: MatrixRow) => wholeNumber(counts[name] ?? 0),
    })),
  ];
  return (
    <>
      <DataTable
        caption="Counts by window"
        columns={columns}
        rows={rows.slice(0, ROWS_MAX)}
        rowKey={({ entity, group }) => `${entity} ${group}`}
        empty="No events in these windows"
      />
      {rows.length > ROWS_MAX && (
        <p class="muted small">
          The {ROWS_MAX} most frequent of {rows.length} rows.
        </p>
      )}
    </>
  );
}

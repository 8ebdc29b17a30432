import { useState } from 'preact/hooks';
import { DataTable, type Column } from '../../components/data-table';
import { EmptyState } from '../../components/empty-state';
import { Loaded } from '../../components/loaded';
import { Panel } from '../../components/panel';
import { useClient } from '../../data/client';
import { duration } from '../../data/format';
import { useResource } from '../../data/resource';
import type { DataType } from '../../data/schema';
import { featureText } from '../query/answer-rows';
import { SelectField } from './select-field';
import { seenEntities } from './seen-entities';

const CANDIDATES_MAX = 10;

interface FeaturesPanelProps {
  readonly id: string;
  readonly types: readonly DataType[];
}

/** How saturated the user is with what it has seen, as ranking models get it. */
export function FeaturesPanel({ id, types }: FeaturesPanelProps) {
  const withLevels = types.filter(({ events }) => events!.levels.length > 0);
  const [family, setFamily] = useState(
    (withLevels.find(({ events }) => events!.default) ?? withLevels[0])?.family,
  );
  const [chosen, setLevel] = useState<string>();
  const type = withLevels.find((each) => each.family === family);
  if (type === undefined) return null;
  const names = type.events!.levels.map(({ name }) => name);
  const level = chosen ?? (names.includes('campaign') ? 'campaign' : names[0]!);
  return (
    <Panel
      title="Fatigue features"
      note="Counts, decays and the time since the last event, for what the user has seen most in 30 days."
    >
      <div class="stack">
        <div class="form">
          <SelectField
            label="Event type"
            value={type.family}
            options={withLevels.map((each) => each.family)}
            onChange={(next) => {
              setFamily(next);
              setLevel(undefined);
            }}
          />
          <SelectField label="Level" value={level} options={names} onChange={setLevel} />
        </div>
        <Features id={id} type={type} level={level} />
      </div>
    </Panel>
  );
}

interface Row {
  readonly id: string;
  readonly values: readonly (number | null)[];
}

function Features({
  id,
  type,
  level,
}: {
  readonly id: string;
  readonly type: DataType;
  readonly level: string;
}) {
  const client = useClient();
  const features = useResource(
    async (signal) => {
      const ids = await seenEntities(client, { id, type, level, max: CANDIDATES_MAX }, signal);
      const dimension = type.events!.levels.find(({ name }) => name === level)!.dimension;
      if (ids.length === 0) return undefined;
      const request = {
        userId: id,
        dataType: type.family,
        candidates: ids.map((each) => ({ [dimension]: each })),
        levels: [level],
        windows: ['1d', '7d'],
        halfLives: ['1d'],
        scales: [],
      };
      const { names = [], candidates } = await client.features.fatigue(request as never, { signal });
      return { names, rows: candidates.map(({ values }, at): Row => ({ id: ids[at] ?? '', values })) };
    },
    [client, id, type.family, level],
  );
  if (!features.loading && features.error === undefined && features.data === undefined)
    return <EmptyState title={`The user has no events with a ${level} in the last 30 days`} />;
  return (
    <Loaded resource={features} label="Computing the features">
      {(data) =>
        data === undefined ? null : <FeatureTable level={level} names={data.names} rows={data.rows} />
      }
    </Loaded>
  );
}

function FeatureTable({
  level,
  names,
  rows,
}: {
  readonly level: string;
  readonly names: readonly string[];
  readonly rows: readonly Row[];
}) {
  const columns: readonly Column<Row>[] = [
    { key: 'id', title: level, kind: 'code', cell: ({ id }) => id },
    ...names.map((name, at): Column<Row> => ({
      key: name,
      title: titleOf(name, level),
      kind: 'number',
      cell: ({ values }) => valueText(name, values[at] ?? null),
    })),
  ];
  return <DataTable caption="Fatigue features" columns={columns} rows={rows} rowKey={({ id }) => id} />;
}

/** `campaign.impression.count.1d` without its level. */
function titleOf(name: string, level: string): string {
  const rest = name.startsWith(`${level}.`) ? name.slice(level.length + 1) : name;
  return rest.replaceAll('.', ' ').replace('lastSeenSeconds', 'last seen');
}

function valueText(name: string, value: number | null): string {
  if (value !== null && name.endsWith('lastSeenSeconds')) return `${duration(value * 1_000)} ago`;
  return featureText(value);
}

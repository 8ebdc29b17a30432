import type { ComponentChildren } from 'preact';
import { Badge } from '../../components/badge';
import { CodeBlock } from '../../components/code-block';
import { DataTable, type Column } from '../../components/data-table';
import { Panel } from '../../components/panel';
import { Tabs } from '../../components/tabs';
import { bytes, duration } from './units';
import { countOf } from '../../data/format';
import type { DataType, EventType } from '../../data/schema';
import { protoText } from './proto-text';

type MessageField = DataType['fields'][number];
type UsedType = DataType['types'][number];

/** Everything that the proto files declare about one DataType. */
export function DataTypeDetails({ dataType }: { readonly dataType: DataType }) {
  const { corpus, family, message, events } = dataType;
  const tabs = [
    { key: 'fields', title: 'Fields', content: () => <Fields dataType={dataType} /> },
    ...(events === undefined
      ? []
      : [{ key: 'events', title: 'Events', content: () => <Events events={events} /> }]),
    {
      key: 'proto',
      title: 'Proto',
      content: () => <CodeBlock label={`Proto file of ${family}`} code={protoText(dataType)} />,
    },
  ];
  return (
    <Panel title={`${corpus} / ${family}`} note={<code>{message}</code>}>
      <div class="stack">
        <Declaration dataType={dataType} />
        <Tabs label={`Declaration of ${family}`} tabs={tabs} />
      </div>
    </Panel>
  );
}

const BASES = {
  consent: 'only with the consent of the user',
  contract: 'for a contract with the user',
  legitimate_interest: 'unless the user objects',
  not_personal: 'not about users',
} as const;

function Declaration({ dataType }: { readonly dataType: DataType }) {
  const { owner, provenance, purpose, lawfulBasis, retention, valueBytesMax, readers, writers } = dataType;
  return (
    <dl class="facts">
      <Fact name="Owner">{owner}</Fact>
      <Fact name="Provenance">{provenance}</Fact>
      <Fact name="Purpose">{purpose}</Fact>
      <Fact name="Lawful basis">
        {lawfulBasis} <span class="muted">({BASES[lawfulBasis]})</span>
      </Fact>
      <Fact name="Retention">{retentionText(retention)}</Fact>
      <Fact name="Largest value">{bytes(valueBytesMax)}</Fact>
      <Fact name="Readers">
        <Groups names={readers} />
      </Fact>
      <Fact name="Writers">
        <Groups names={writers} />
      </Fact>
      {dataType.generations === true && <Fact name="Generations">written by pipelines, visible at once</Fact>}
    </dl>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Groups({ names }: { readonly names: readonly string[] }) {
  if (names.length === 0) return <span class="muted">no group</span>;
  return (
    <span class="actions">
      {names.map((each) => (
        <Badge key={each} tone="info">
          {each}
        </Badge>
      ))}
    </span>
  );
}

function retentionText({ maxAgeMs, versionsMax }: DataType['retention']): string {
  const parts = [
    ...(maxAgeMs === undefined ? [] : [duration(maxAgeMs)]),
    ...(versionsMax === undefined ? [] : [`${countOf(versionsMax, 'version')} of each cell`]),
  ];
  return parts.length === 0 ? 'until it is erased' : parts.join(', at most ');
}

function Fields({ dataType: { family, fields, types, events } }: { readonly dataType: DataType }) {
  return (
    <div class="stack">
      <FieldTable caption={`Fields of ${family}`} fields={fields} events={events} />
      {types.map((each) => (
        <UsedTypeTable key={each.name} type={each} />
      ))}
    </div>
  );
}

function UsedTypeTable({ type: { name, fields, values } }: { readonly type: UsedType }) {
  return (
    <div>
      <h3>
        {values === undefined ? 'Message' : 'Enum'} <code>{name}</code>
      </h3>
      {values === undefined ? (
        <FieldTable caption={`Fields of ${name}`} fields={fields ?? []} />
      ) : (
        <DataTable
          caption={`Values of ${name}`}
          columns={[
            { key: 'name', title: 'Name', kind: 'code', cell: ([each]: readonly [string, number]) => each },
            { key: 'number', title: 'Number', kind: 'number', cell: ([, number]) => number },
          ]}
          rows={Object.entries(values)}
          rowKey={([each]) => each}
        />
      )}
    </div>
  );
}

interface FieldTableProps {
  readonly caption: string;
  readonly fields: readonly MessageField[];
  readonly events?: EventType | undefined;
}

function FieldTable({ caption, fields, events }: FieldTableProps) {
  const columns: readonly Column<MessageField>[] = [
    { key: 'name', title: 'Field', kind: 'code', cell: ({ name }) => name },
    { key: 'json', title: 'In JSON', kind: 'code', cell: ({ jsonName }) => jsonName },
    { key: 'type', title: 'Type', kind: 'code', cell: typeText },
    { key: 'number', title: 'Number', kind: 'number', cell: ({ number }) => number },
    ...(events === undefined
      ? []
      : [{ key: 'role', title: 'Role', cell: (field: MessageField) => roleOf(field, events) }]),
  ];
  return <DataTable caption={caption} columns={columns} rows={fields} rowKey={({ name }) => name} />;
}

function typeText({ type, label, keyType, oneof }: MessageField): string {
  const text =
    label === 'map' ? `map<${keyType}, ${type}>` : label === 'singular' ? type : `${label} ${type}`;
  return oneof === undefined ? text : `${text} (oneof ${oneof})`;
}

function roleOf(
  { jsonName, name }: MessageField,
  { user, action, time, dimensions, levels }: EventType,
): string {
  if (jsonName === user.name) return 'user: the row';
  if (jsonName === action) return 'action';
  if (jsonName === time || name === `${time.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}_ms`)
    return 'event time';
  const dimension = dimensions.find((each) => each.name === jsonName);
  if (dimension === undefined) return '';
  const level = levels.find((each) => each.dimension === jsonName);
  const parts = [
    dimension.required ? 'required dimension' : 'dimension',
    ...(level === undefined ? [] : [`level ${level.name}`]),
    ...(dimension.idType === 'string' ? [] : [dimension.idType]),
  ];
  return parts.join(', ');
}

type Action = EventType['actions'][number];

function Events({ events }: { readonly events: EventType }) {
  const columns: readonly Column<Action>[] = [
    { key: 'name', title: 'Action', cell: ({ name }) => name },
    {
      key: 'dedup',
      title: 'Duplicates have equal',
      cell: ({ dedup }) => dedup.dimensions.join(', ') || 'event times',
    },
    {
      key: 'window',
      title: 'Within',
      cell: ({ dedup: { windowSeconds } }) =>
        windowSeconds === 0 ? 'the same millisecond' : duration(windowSeconds * 1_000),
    },
    { key: 'code', title: 'Code', kind: 'number', cell: ({ code }) => code },
  ];
  return (
    <div class="stack">
      <p>
        Levels, outermost first:{' '}
        {events.levels.length === 0
          ? 'none'
          : events.levels.map(({ name, dimension }) => `${name} (${dimension})`).join(', ')}
        .{events.default && ' Requests that name no DataType use this one.'}
      </p>
      <DataTable caption="Actions" columns={columns} rows={events.actions} rowKey={({ name }) => name} />
      {events.sketches.map((each) => (
        <p key={each.family}>
          Counts over all users: <code>{`${each.corpus}/${each.family}`}</code>, by {each.level} and day (
          {each.timeZone}){each.reach && ', with reach'}
          {each.breakdowns.length > 0 && `, broken down by ${each.breakdowns.join(', ')}`}
          {each.registeredAs !== undefined && `; entities are registered as ${each.registeredAs}`}.
        </p>
      ))}
    </div>
  );
}

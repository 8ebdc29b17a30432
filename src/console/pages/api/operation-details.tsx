import { Badge } from '../../components/badge';
import { DataTable, type Column } from '../../components/data-table';
import { Json } from '../../components/json';
import { Panel } from '../../components/panel';
import { Tabs } from '../../components/tabs';
import type { OpenApi, Operation, OperationAnswer, Parameter } from './openapi';
import { limitsText, typeText } from './openapi';
import { Prose } from './prose';
import { SchemaTree } from './schema-tree';
import { TryIt } from './try-it';

interface OperationDetailsProps {
  readonly operation: Operation;
  readonly openApi: OpenApi;
}

/** One operation: what it does, its request, its answers, and a form that sends it. */
export function OperationDetails({ operation, openApi }: OperationDetailsProps) {
  const { id, method, path, summary, description, scope, parameters, body, answers } = operation;
  const tabs = [
    ...(body === undefined
      ? []
      : [{ key: 'body', title: 'Request body', content: () => <Body {...body} openApi={openApi} /> }]),
    { key: 'parameters', title: 'Parameters', content: () => <Parameters parameters={parameters} /> },
    { key: 'answers', title: 'Answers', content: () => <Answers answers={answers} openApi={openApi} /> },
  ];
  return (
    <div class="stack">
      <Panel title={summary}>
        <div class="stack">
          <p class="api-path">
            <code>
              <strong>{method}</strong> {path}
            </code>
          </p>
          {description !== '' && (
            <p>
              <Prose text={description} />
            </p>
          )}
          <p class="small">
            Operation <code>{id}</code> ·{' '}
            {scope === undefined ? (
              'needs no token'
            ) : (
              <>
                needs the scope <Badge tone="info">{scope}</Badge>
              </>
            )}
          </p>
          <Tabs label={`Documentation of ${id}`} tabs={tabs} />
        </div>
      </Panel>
      <TryIt operation={operation} />
    </div>
  );
}

interface BodyProps {
  readonly schema?: Operation['answers'][number]['schema'];
  readonly example?: unknown;
  readonly openApi: OpenApi;
}

function Body({ schema, example, openApi }: BodyProps) {
  return (
    <div class="stack">
      {schema !== undefined && <SchemaTree schema={schema} openApi={openApi} />}
      {example !== undefined && <Json label="Example" value={example} />}
    </div>
  );
}

const PARAMETER_COLUMNS: readonly Column<Parameter>[] = [
  { key: 'name', title: 'Name', kind: 'code', cell: ({ name }) => name },
  { key: 'in', title: 'In', cell: (each) => each.in },
  { key: 'type', title: 'Type', cell: ({ schema }) => (schema === undefined ? '' : typeText(schema)) },
  {
    key: 'meaning',
    title: 'Meaning',
    cell: ({ description = '', required, schema }) => (
      <>
        {required === true && <strong>Required. </strong>}
        <Prose text={description} />{' '}
        <span class="muted">{schema === undefined ? '' : limitsText(schema)}</span>
      </>
    ),
  },
];

function Parameters({ parameters }: { readonly parameters: readonly Parameter[] }) {
  return (
    <DataTable
      caption="Parameters"
      columns={PARAMETER_COLUMNS}
      rows={parameters}
      rowKey={({ name, in: place }) => `${place} ${name}`}
      empty="No parameters"
    />
  );
}

function Answers({
  answers,
  openApi,
}: {
  readonly answers: readonly OperationAnswer[];
  readonly openApi: OpenApi;
}) {
  return (
    <div class="stack">
      {answers.map(({ status, description, schema, example }) => (
        <details key={status} open={status.startsWith('2')} class="api-answer">
          <summary>
            <Badge tone={status.startsWith('2') ? 'good' : status.startsWith('3') ? 'info' : 'warn'}>
              {status}
            </Badge>{' '}
            <Prose text={description} />
          </summary>
          {status.startsWith('2') && schema !== undefined && <SchemaTree schema={schema} openApi={openApi} />}
          {example !== undefined && <Json label={`Example of ${status}`} value={example} />}
        </details>
      ))}
    </div>
  );
}

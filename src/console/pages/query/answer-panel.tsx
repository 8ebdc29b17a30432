import { Bars } from '../../components/bars';
import { DataTable } from '../../components/data-table';
import { EmptyState } from '../../components/empty-state';
import { EvidenceLine, type EvidenceOf } from '../../components/evidence-line';
import { ExplainStats } from '../../components/explain-stats';
import { Json } from '../../components/json';
import { Loaded } from '../../components/loaded';
import { Panel } from '../../components/panel';
import { Tabs } from '../../components/tabs';
import type { Resource } from '../../data/resource';
import { answerTable, type AnswerTable } from './answer-rows';
import type { CountExplanation } from '../../../client';
import type { QueryKind } from './request';

/** Rows and bars that are shown at most: the JSON has all. */
const ROWS_MAX = 200;
const BARS_MAX = 60;

interface AnswerPanelProps {
  readonly kind: QueryKind;
  readonly answer: Resource<unknown> | undefined;
}

/** The answer as table, chart and JSON. */
export function AnswerPanel({ kind, answer }: AnswerPanelProps) {
  return (
    <Panel title="Answer">
      <div aria-live="polite">
        {answer === undefined ? (
          <EmptyState title="No answer yet">Send the query: the form begins with an example.</EmptyState>
        ) : (
          <Loaded resource={answer} label="Waiting for the answer">
            {(data) => <Answer kind={kind} data={data as object} />}
          </Loaded>
        )}
      </div>
    </Panel>
  );
}

function Answer({ kind, data }: { readonly kind: QueryKind; readonly data: object & EvidenceOf }) {
  const table = answerTable(kind, data);
  const { explain } = data as { readonly explain?: CountExplanation };
  const tabs = [
    { key: 'table', title: 'Table', content: () => <Table table={table} /> },
    { key: 'chart', title: 'Chart', content: () => <Chart table={table} /> },
    { key: 'json', title: 'JSON', content: () => <Json label="Answer as JSON" value={data} /> },
  ];
  return (
    <div class="stack">
      <Tabs label="Forms of the answer" tabs={tabs} />
      {explain !== undefined && <ExplainStats explain={explain} />}
      <EvidenceLine evidence={data.consistency} />
    </div>
  );
}

function Table({ table: { columns, rows } }: { readonly table: AnswerTable }) {
  const shown = rows.slice(0, ROWS_MAX).map((cells, at) => ({ at, cells }));
  return (
    <>
      <DataTable
        caption="Answer as a table"
        columns={columns.map((title, at) => ({
          key: title,
          title,
          kind: isNumeric(rows, at) ? 'number' : 'text',
          cell: ({ cells }: (typeof shown)[number]) => cells[at] ?? '',
        }))}
        rows={shown}
        rowKey={({ at }) => String(at)}
        empty="The answer is empty: there are no such events"
      />
      {rows.length > ROWS_MAX && (
        <p class="muted small">
          The first {ROWS_MAX} of {rows.length} rows. The JSON has all.
        </p>
      )}
    </>
  );
}

const isNumeric = (rows: AnswerTable['rows'], at: number): boolean =>
  at > 0 && rows.length > 0 && rows.every((cells) => /^(–|-?[\d.]+(e[+-]?\d+)?)$/.test(cells[at] ?? ''));

function Chart({ table: { bars } }: { readonly table: AnswerTable }) {
  if (bars === undefined || bars.length === 0)
    return <EmptyState title="The answer has no numbers to draw" />;
  return (
    <>
      <Bars label="Answer as bars" bars={bars.slice(0, BARS_MAX)} />
      {bars.length > BARS_MAX && (
        <p class="muted small">
          The first {BARS_MAX} of {bars.length} numbers.
        </p>
      )}
    </>
  );
}

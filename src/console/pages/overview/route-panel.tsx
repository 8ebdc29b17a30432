import type { ConsoleSnapshot } from '../../../client/types';
import { DataTable } from '../../components/data-table';
import { Panel } from '../../components/panel';
import { duration, shortNumber, wholeNumber } from '../../data/format';

/** Rows that the panel shows. */
const ROUTES_MAX = 8;

/** The busiest endpoints, and the errors that they answered with. */
export function RoutePanel({ snapshot }: { readonly snapshot: ConsoleSnapshot }) {
  const { routes, errors } = snapshot.requests;
  return (
    <Panel title="Busiest endpoints" flush>
      <DataTable
        caption="Busiest endpoints"
        rows={routes.slice(0, ROUTES_MAX)}
        rowKey={({ method, route }) => `${method} ${route}`}
        empty="No requests since the start"
        columns={[
          {
            key: 'route',
            title: 'Endpoint',
            kind: 'code',
            cell: ({ method, route }) => `${method} ${route}`,
          },
          {
            key: 'p99',
            title: '99th',
            kind: 'number',
            cell: ({ p99Ms }) => (p99Ms === undefined ? '–' : duration(p99Ms)),
          },
          {
            key: 'rate',
            title: 'Per second',
            kind: 'number',
            cell: ({ perSecond }) => shortNumber(perSecond),
          },
          { key: 'total', title: 'Total', kind: 'number', cell: ({ total }) => wholeNumber(total) },
        ]}
      />
      {errors.length > 0 && (
        <p class="panel-note muted small">
          Errors since the start:{' '}
          {errors.map(({ code, total }) => `${code} ${wholeNumber(total)}`).join(', ')}
        </p>
      )}
    </Panel>
  );
}

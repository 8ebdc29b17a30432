import type { ConsoleSnapshot } from '../../../client/types';
import { LineChart } from '../../components/line-chart';
import { Panel } from '../../components/panel';
import { duration, shortNumber } from '../../data/format';

/** Requests and latency of the last minutes. */
export function TrafficCharts({ history }: { readonly history: readonly ConsoleSnapshot[] }) {
  const times = history.map(({ atMs }) => atMs / 1_000);
  const of = (read: (snapshot: ConsoleSnapshot) => number | undefined): (number | null)[] =>
    history.map((each) => read(each) ?? null);
  return (
    <div class="grid">
      <Panel title="Traffic" note="Requests and reads per second, of the last five minutes">
        <LineChart
          label="Requests and reads per second"
          times={times}
          format={shortNumber}
          series={[
            { label: 'Requests', values: of(({ requests }) => requests.perSecond), filled: true },
            { label: 'Reads of rows', values: of(({ reads }) => reads.perSecond), color: 3 },
            { label: 'Errors', values: of(({ requests }) => requests.failedPerSecond), color: 2 },
          ]}
        />
      </Panel>
      <Panel title="Latency" note="Time to answer a request, of the last five minutes">
        <LineChart
          label="Latency of requests"
          times={times}
          format={duration}
          series={[
            { label: 'Median', values: of(({ requests }) => requests.p50Ms) },
            { label: '95th percentile', values: of(({ requests }) => requests.p95Ms), color: 3 },
            {
              label: '99th percentile',
              values: of(({ requests }) => requests.p99Ms),
              color: 2,
              dashed: true,
            },
          ]}
        />
      </Panel>
    </div>
  );
}

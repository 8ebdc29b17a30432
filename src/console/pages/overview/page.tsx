import { ErrorNote } from '../../components/error-note';
import { Loading } from '../../components/loading';
import { useLive } from '../../data/live';
import { ClusterPanel } from './cluster-panel';
import { CampaignPanel } from './campaign-panel';
import { KeyFigures } from './key-figures';
import { NextSteps } from './next-steps';
import { ReadPanel } from './read-panel';
import { RoutePanel } from './route-panel';
import { TrafficCharts } from './traffic-charts';

/** What the store does at this moment, and what a newcomer can do next. */
export function Page() {
  const { snapshot, history, error } = useLive();
  if (snapshot === undefined)
    return error === undefined ? (
      <Loading label="Waiting for the first snapshot" />
    ) : (
      <Unavailable error={error} />
    );
  return (
    <>
      {error !== undefined && <ErrorNote error={error} />}
      <KeyFigures snapshot={snapshot} />
      <TrafficCharts history={history} />
      <div class="grid">
        <ClusterPanel snapshot={snapshot} />
        <ReadPanel snapshot={snapshot} />
        <RoutePanel snapshot={snapshot} />
        <CampaignPanel snapshot={snapshot} />
      </div>
      <NextSteps />
    </>
  );
}

function Unavailable({ error }: { readonly error: unknown }) {
  return (
    <>
      <ErrorNote error={error} />
      <NextSteps />
    </>
  );
}

import { ErrorNote } from '../../components/error-note';
import { Loading } from '../../components/loading';
import { useConsole } from '../../data/context';
import { useLive } from '../../data/live';
import { FaultPanel } from './fault-panel';
import { FourLevels } from './four-levels';
import { LinkTable } from './link-table';
import { StoreMap } from './store-map';
import { mapModel } from './map-model';

/** Regions and clusters, what flows between them, and what reads prove meanwhile. */
export function Page() {
  const { data, error } = useConsole();
  const { snapshot } = useLive();
  if (error !== undefined) return <ErrorNote error={error} />;
  if (data === undefined) return <Loading label="Loading the topology" />;
  const model = mapModel(data, snapshot);
  return (
    <>
      <StoreMap model={model} namesClusters={data.namesClusters} />
      {data.hasFaults && <FaultPanel model={model} />}
      <FourLevels />
      <LinkTable links={model.links} />
    </>
  );
}

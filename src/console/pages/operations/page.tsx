import { useClient } from '../../data/client';
import { useLive } from '../../data/live';
import { useRepeatedResource } from '../../data/repeated-resource';
import { BackgroundPanel } from './background-panel';
import { CommandPanel } from './command-panel';
import { CompactionPanel } from './compaction-panel';
import { ConfigurationPanel } from './configuration-panel';
import { DeadLetterPanel } from './dead-letter-panel';
import { GenerationPanel } from './generation-panel';
import { IngestionPanel } from './ingestion-panel';

/** Time between two reads of the progress and the background work, in milliseconds. */
const REPEAT_MS = 5_000;

/** Background work, its backlog, and the configuration. */
export function Page() {
  const client = useClient();
  const { snapshot } = useLive();
  const lag = useRepeatedResource((signal) => client.server.lag({ signal }), [client], REPEAT_MS);
  const status = useRepeatedResource((signal) => client.server.operations({ signal }), [client], REPEAT_MS);
  return (
    <>
      <BackgroundPanel snapshot={snapshot} status={status.data} />
      <IngestionPanel lag={lag} />
      <DeadLetterPanel />
      <div class="grid">
        <CompactionPanel status={status.data} />
        <GenerationPanel status={status} lag={lag.data} />
      </div>
      <ConfigurationPanel status={status} />
      <CommandPanel />
    </>
  );
}

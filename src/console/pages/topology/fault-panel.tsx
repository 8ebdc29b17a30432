import { useState } from 'preact/hooks';
import type { ConsoleFaultChange } from '../../../client/types';
import { Button } from '../../components/button';
import { ErrorNote } from '../../components/error-note';
import { Field } from '../../components/field';
import { Panel } from '../../components/panel';
import { useClient } from '../../data/client';
import { useScope } from '../../data/context';
import type { MapModel } from './map-model';

/** Latency that the button adds, in milliseconds. */
const SLOW_MS = 250;
const DURATIONS = [
  { seconds: 30, title: '30 seconds' },
  { seconds: 120, title: '2 minutes' },
  { seconds: 600, title: '10 minutes' },
] as const;

/** Buttons that cut, slow and stop parts of the embedded Bigtable. The map shows the effect with the next snapshot. */
export function FaultPanel({ model }: { readonly model: MapModel }) {
  const client = useClient();
  const isAllowed = useScope('console:faults');
  const [seconds, setSeconds] = useState<number>(DURATIONS[0].seconds);
  const [error, setError] = useState<unknown>();
  const send = (change: ConsoleFaultChange): void => {
    client.console.changeFaults(change).then(() => setError(undefined), setError);
  };
  const forMs = seconds * 1_000;
  if (!isAllowed)
    return <Panel title="Faults">Changing faults needs a token with the scope console:faults.</Panel>;
  return (
    <Panel
      title="Faults"
      note="For the embedded Bigtable; each ends by itself"
      actions={<Button onClick={() => send({ action: 'reset' })}>End all faults</Button>}
    >
      <div class="stack">
        {error !== undefined && <ErrorNote error={error} />}
        <div class="fault-duration">
          <Field label="Duration of new faults">
            {(props) => (
              <select
                {...props}
                value={seconds}
                onChange={(event) => setSeconds(Number(event.currentTarget.value))}
              >
                {DURATIONS.map((each) => (
                  <option key={each.seconds} value={each.seconds}>
                    {each.title}
                  </option>
                ))}
              </select>
            )}
          </Field>
        </div>
        <ul class="fault-list">
          {model.links.map(({ between: [place, other], isCut }) => (
            <li key={`${place} ${other}`}>
              <span>
                {place} – {other}
              </span>
              <Button
                pressed={isCut}
                label={`${isCut ? 'Heal' : 'Cut'}: ${place} – ${other}`}
                onClick={() =>
                  send(isCut ? { action: 'heal', place, other } : { action: 'cut', place, other, forMs })
                }
              >
                {isCut ? 'Heal' : 'Cut'}
              </Button>
            </li>
          ))}
          {model.regions.flatMap(({ clusters }) =>
            clusters.map(({ id, stopped, slowMs }) => (
              <li key={id}>
                <span>{id}</span>
                <Button
                  pressed={slowMs > 0}
                  label={`${slowMs > 0 ? 'Not slow' : `Slow by ${SLOW_MS} ms`}: ${id}`}
                  onClick={() =>
                    send({ action: 'slow', place: id, latencyMs: slowMs > 0 ? 0 : SLOW_MS, forMs })
                  }
                >
                  {slowMs > 0 ? 'Not slow' : `Slow by ${SLOW_MS} ms`}
                </Button>
                <Button
                  pressed={stopped}
                  label={`${stopped ? 'Start' : 'Stop'}: ${id}`}
                  onClick={() =>
                    send(stopped ? { action: 'start', place: id } : { action: 'stop', place: id, forMs })
                  }
                >
                  {stopped ? 'Start' : 'Stop'}
                </Button>
              </li>
            )),
          )}
        </ul>
      </div>
    </Panel>
  );
}

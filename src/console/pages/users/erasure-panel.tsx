import { isTidemarkError, type Erasure } from '../../../client';
import { Badge } from '../../components/badge';
import { EmptyState } from '../../components/empty-state';
import { Loaded } from '../../components/loaded';
import { Panel } from '../../components/panel';
import { useClient } from '../../data/client';
import { utcTime } from '../../data/format';
import { useResource } from '../../data/resource';

const NO_ERASURE = 'none';

/** State of the user's last erasure. */
export function ErasurePanel({ id }: { readonly id: string }) {
  const client = useClient();
  const erasure = useResource<Erasure | typeof NO_ERASURE>(
    async (signal) => {
      try {
        return await client.subjects.erasure(id, { signal });
      } catch (error) {
        if (isTidemarkError(error, 'erasure_not_found')) return NO_ERASURE;
        throw error;
      }
    },
    [client, id],
  );
  return (
    <Panel title="Erasure">
      <Loaded resource={erasure} label="Reading the state">
        {(data) =>
          data === NO_ERASURE ? <EmptyState title="No erasure was requested" /> : <Facts erasure={data} />
        }
      </Loaded>
    </Panel>
  );
}

function Facts({ erasure }: { readonly erasure: Erasure }) {
  const { id, state, requestedAt, dueAt, eventsErasedUpTo, certifiedAt } = erasure;
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['Requested (UTC)', requestedAt],
    ['Certificate due (UTC)', dueAt],
    ['Events erased up to (UTC)', eventsErasedUpTo],
    ['Certified (UTC)', certifiedAt],
  ];
  return (
    <dl class="facts">
      <div>
        <dt>State</dt>
        <dd>
          <Badge tone={state === 'certified' ? 'good' : 'warn'}>{state}</Badge>
        </dd>
      </div>
      {facts.map(([name, time]) =>
        time === undefined ? null : (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{utcTime(time)}</dd>
          </div>
        ),
      )}
      <div>
        <dt>Id</dt>
        <dd>
          <code>{id}</code>
        </dd>
      </div>
    </dl>
  );
}

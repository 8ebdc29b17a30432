import { Badge } from '../../components/badge';
import { EmptyState } from '../../components/empty-state';
import { Loaded } from '../../components/loaded';
import { Panel } from '../../components/panel';
import { utcTime } from '../../data/format';
import type { Location } from '../../../client';
import type { Resource } from '../../data/resource';
import type { SubjectData } from './subject-data';

/** Where the user's data is stored, and why. */
export function ResidencyPanel({ subject }: { readonly subject: Resource<SubjectData> }) {
  return (
    <Panel title="Residency">
      <Loaded resource={subject} label="Reading the location">
        {({ locations }) =>
          locations.length === 0 ? (
            <EmptyState title="This store has no placements">All users are in every region.</EmptyState>
          ) : (
            <div class="stack">
              {locations.map((each) => (
                <LocationFacts key={each.group} location={each as Partial<Location> & typeof each} />
              ))}
            </div>
          )
        }
      </Loaded>
    </Panel>
  );
}

function LocationFacts({
  location,
}: {
  readonly location: Partial<Location> & { readonly group: string; readonly placement: string };
}) {
  const { group, placement, state, reason, accessLocation, epoch, move, decidedAt } = location;
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['Group', group],
    ['Reason', reason?.replaceAll('_', ' ')],
    ['Access location', accessLocation],
    ['Move', move === undefined ? undefined : `${move.from} → ${move.to}`],
    ['Decided (UTC)', decidedAt === undefined ? undefined : utcTime(decidedAt)],
    ['Decisions and moves', epoch === undefined ? undefined : String(epoch)],
  ];
  return (
    <dl class="facts">
      <div>
        <dt>Placement</dt>
        <dd>
          <strong>{placement}</strong>{' '}
          {state !== undefined && <Badge tone={state === 'home' ? 'good' : 'warn'}>{state}</Badge>}
        </dd>
      </div>
      {facts.map(([name, value]) =>
        value === undefined ? null : (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ),
      )}
    </dl>
  );
}

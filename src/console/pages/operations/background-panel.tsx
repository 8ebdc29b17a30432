import type { ConsoleSnapshot, OperationsStatus } from '../../../client/types';
import { Stat, StatList } from '../../components/stat';
import { duration, percent, utcTime, wholeNumber } from '../../data/format';

interface BackgroundPanelProps {
  readonly snapshot: ConsoleSnapshot | undefined;
  readonly status: OperationsStatus | undefined;
}

/** Numbers of the work that runs beside requests. */
export function BackgroundPanel({ snapshot, status }: BackgroundPanelProps) {
  if (snapshot === undefined) return null;
  const { server, campaigns, residency, consoles } = snapshot;
  const { erasures } = status ?? {};
  const leads = campaigns.isLeader ? 'this server' : 'not this server';
  return (
    <StatList>
      <Stat
        label="Pacing leader"
        value={leads}
        note={
          campaigns.isLeader
            ? `term ${campaigns.epoch}, decided ${duration(campaigns.decisionAgeMs ?? 0)} ago`
            : 'see the metrics of the others'
        }
      />
      <Stat
        label="Users that move"
        value={wholeNumber(residency.subjectsMoving)}
        note={
          status?.placementGroups === 0
            ? 'the topology has no placements'
            : residency.oldestMoveSeconds > 0
              ? `oldest for ${duration(residency.oldestMoveSeconds * 1_000)}`
              : 'no move under way'
        }
      />
      <Stat
        label="Open erasures"
        value={erasures === undefined ? '–' : `${wholeNumber(erasures.open)}${erasures.hasMore ? '+' : ''}`}
        tone={(erasures?.overdue ?? 0) > 0 ? 'bad' : 'neutral'}
        note={erasureNote(erasures)}
      />
      <Stat
        label="Running for"
        value={duration(snapshot.atMs - server.startedAtMs)}
        note={`since ${utcTime(server.startedAtMs)}`}
      />
      <Stat
        label="Heap"
        value={percent(server.heapShare)}
        note="of the limit"
        tone={server.heapShare > 0.85 ? 'warn' : 'neutral'}
      />
      <Stat label="Consoles" value={consoles.open} note={`of ${consoles.max} at once`} />
    </StatList>
  );
}

function erasureNote(erasures: OperationsStatus['erasures']): string {
  if (erasures === undefined) return 'no keys of the ledger';
  if (erasures.overdue > 0) return `${erasures.overdue} overdue`;
  return erasures.nextDueAt === undefined ? 'none is due' : `next due ${utcTime(erasures.nextDueAt)}`;
}

import { StatusDot } from '../components/badge';
import { useConsole } from '../data/context';
import { useLive } from '../data/live';

const LABELS = { connecting: 'Connecting', open: 'Live', waiting: 'Reconnecting', off: 'Not live' } as const;
const TONES = { connecting: 'neutral', open: 'good', waiting: 'warn', off: 'bad' } as const;

/** Whether the live data arrive, and from where. */
export function LiveStatus() {
  const { status } = useLive();
  const { data } = useConsole();
  return (
    <div class="live-status">
      <span role="status">
        <StatusDot tone={TONES[status]} label={LABELS[status]} />
      </span>
      {data?.region !== undefined && <span class="muted small">served from {data.region}</span>}
    </div>
  );
}

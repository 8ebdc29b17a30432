import { StatusDot } from '../components/badge';
import { useLive } from '../data/live';

const LABELS = { connecting: 'Connecting', open: 'Live', waiting: 'Reconnecting', off: 'Not live' } as const;
const TONES = { connecting: 'neutral', open: 'good', waiting: 'warn', off: 'neutral' } as const;

/** Whether the live data arrive. */
export function LiveStatus() {
  const { status } = useLive();
  return (
    <p class="live-status" role="status">
      <StatusDot tone={TONES[status]} label={LABELS[status]} />
    </p>
  );
}

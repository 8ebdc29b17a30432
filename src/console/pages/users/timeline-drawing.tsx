import { useMemo } from 'preact/hooks';
import { countOf } from '../../data/format';
import { heightOf, lanesOf, tickText, timeTicks, type Lane, type Span, type TimelineEvent } from './timeline';

const BINS = 120;
const BIN_WIDTH = 10;
const LANE_HEIGHT = 40;
const TICKS_MAX = 6;

interface TimelineDrawingProps {
  readonly events: readonly TimelineEvent[];
  readonly span: Span;
}

/** Events by action over time, as bars. The table below has the same events. */
export function TimelineDrawing({ events, span }: TimelineDrawingProps) {
  const lanes = useMemo(() => lanesOf(events, span, BINS), [events, span.fromMs, span.toMs]);
  const largest = lanes
    .flatMap(({ bins }) => bins.map(heightOf))
    .reduce((most, each) => Math.max(most, each), 1);
  return (
    <figure class="timeline">
      {lanes.map((lane) => (
        <div key={lane.name} class="timeline-lane">
          <span class="timeline-name">
            {lane.name} <span class="muted">{lane.total}</span>
          </span>
          <LaneDrawing lane={lane} largest={largest} />
        </div>
      ))}
      <div class="timeline-axis" aria-hidden="true">
        {timeTicks(span, TICKS_MAX).map((ms) => (
          <span
            key={ms}
            style={{ left: `${(100 * (ms - span.fromMs)) / Math.max(1, span.toMs - span.fromMs)}%` }}
          >
            {tickText(ms, span)}
          </span>
        ))}
      </div>
      <figcaption class="timeline-legend small">
        <span class="is-raw">raw</span>
        <span class="is-packed">packed</span>
        <span class="is-uncounted">duplicate or hidden</span>
      </figcaption>
    </figure>
  );
}

function LaneDrawing({
  lane: { name, bins, total },
  largest,
}: {
  readonly lane: Lane;
  readonly largest: number;
}) {
  const scale = (LANE_HEIGHT - 2) / largest;
  return (
    <svg
      viewBox={`0 0 ${BINS * BIN_WIDTH} ${LANE_HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={`${name}: ${countOf(total, 'event')}`}
    >
      {bins.map((bin, at) => {
        if (heightOf(bin) === 0) return null;
        const parts = [
          { kind: 'packed', count: bin.packed, below: 0 },
          { kind: 'raw', count: bin.raw, below: bin.packed },
          { kind: 'uncounted', count: bin.uncounted, below: bin.packed + bin.raw },
        ];
        return parts.map(
          ({ kind, count, below }) =>
            count > 0 && (
              <rect
                key={`${at}-${kind}`}
                class={`is-${kind}`}
                x={at * BIN_WIDTH + 1}
                width={BIN_WIDTH - 2}
                y={LANE_HEIGHT - (below + count) * scale}
                height={count * scale}
              />
            ),
        );
      })}
    </svg>
  );
}

import { duration } from '../../data/format';
import { BOX_WIDTH, type MapLayout } from './map-layout';
import type { MapLink } from './map-model';

/** Lag from which a link counts as behind, in milliseconds. */
const BEHIND_MS = 1_000;

interface LinkLineProps {
  readonly link: MapLink;
  readonly layout: MapLayout;
  readonly isNarrow: boolean;
}

/** Replication between two regions. */
export function LinkLine({ link, layout, isNarrow }: LinkLineProps) {
  const [a, b] = link.between.map((name) => layout.centres.get(name)!) as [Point, Point];
  const order = [...layout.centres.keys()];
  const steps = Math.abs(order.indexOf(link.between[0]) - order.indexOf(link.between[1]));
  // Below each other, a link that passes a region goes around it.
  const bend = isNarrow && steps > 1 ? BOX_WIDTH / 2 + 46 : 0;
  const middle = { x: (a.x + b.x) / 2 + bend, y: (a.y + b.y) / 2 };
  const path =
    bend === 0
      ? `M${a.x} ${a.y}L${b.x} ${b.y}`
      : `M${a.x} ${a.y}L${middle.x} ${a.y + 20}L${middle.x} ${b.y - 20}L${b.x} ${b.y}`;
  const state = stateOf(link);
  return (
    <g class={`map-link is-${state}`}>
      <path d={path} />
      <rect class="map-label" x={middle.x - 44} y={middle.y - 12} width="88" height="24" rx="12" />
      <text x={middle.x} y={middle.y + 4} text-anchor="middle">
        {labelOf(link)}
      </text>
    </g>
  );
}

interface Point {
  readonly x: number;
  readonly y: number;
}

function stateOf({ isCut, lagMs = 0 }: MapLink): 'cut' | 'behind' | 'open' {
  if (isCut) return 'cut';
  return lagMs > BEHIND_MS ? 'behind' : 'open';
}

function labelOf({ isCut, lagMs, delayMs, heartbeatAgeMs }: MapLink): string {
  if (isCut) return lagMs === undefined || lagMs === 0 ? 'cut' : `cut, ${duration(lagMs)}`;
  if (lagMs !== undefined && lagMs > 0) return `${duration(lagMs)} lag`;
  if (delayMs !== undefined) return `${delayMs} ms`;
  return heartbeatAgeMs === undefined ? 'linked' : duration(heartbeatAgeMs);
}

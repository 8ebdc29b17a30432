import { shortNumber } from '../../data/format';
import { phaseTone } from '../../data/cluster-phase';
import { BOX_WIDTH, boxHeight, rowY } from './map-layout';
import type { MapCluster, MapRegion } from './map-model';

interface RegionBoxProps {
  readonly region: MapRegion;
  readonly centre: { readonly x: number; readonly y: number };
}

/** A region with its clusters: health, role, and lookups and writes per second. */
export function RegionBox({ region, centre }: RegionBoxProps) {
  const height = boxHeight(region);
  return (
    <g transform={`translate(${centre.x - BOX_WIDTH / 2} ${centre.y - height / 2})`}>
      <rect
        class={region.isHome ? 'map-region is-home' : 'map-region'}
        width={BOX_WIDTH}
        height={height}
        rx="9"
      />
      <text class="map-region-name" x="14" y="24">
        {region.name}
      </text>
      {region.isHome && (
        <text class="map-note" x={BOX_WIDTH - 14} y="24" text-anchor="end">
          this server
        </text>
      )}
      {region.clusters.map((cluster, index) => (
        <ClusterRow key={cluster.id} cluster={cluster} y={rowY(index)} />
      ))}
    </g>
  );
}

function ClusterRow({ cluster, y }: { readonly cluster: MapCluster; readonly y: number }) {
  const { id, stopped, phase = 'healthy', lookupsPerSecond, writesPerSecond } = cluster;
  const tone = stopped ? 'bad' : phaseTone(phase);
  const isBusy = lookupsPerSecond + writesPerSecond > 0;
  return (
    <g class={isBusy ? 'map-cluster is-busy' : 'map-cluster'}>
      <circle class={`map-dot tone-${tone}`} cx="20" cy={y} r="4.5" />
      <text x="33" y={y + 4}>
        {id}
      </text>
      <text class="map-note" x={BOX_WIDTH - 14} y={y + 4} text-anchor="end">
        {stateOf(cluster) ??
          `${shortNumber(lookupsPerSecond)} reads, ${shortNumber(writesPerSecond)} writes /s`}
      </text>
    </g>
  );
}

/** Returns what is unusual about a cluster; undefined if nothing is. */
function stateOf({ stopped, slowMs, phase = 'healthy', role, writes }: MapCluster): string | undefined {
  if (stopped) return 'stopped';
  if (slowMs > 0) return `+${slowMs} ms`;
  if (phase !== 'healthy') return phase.replaceAll('-', ' ');
  if (role === 'batch') return 'batch work';
  return writes === 'accepted' ? undefined : `writes ${writes}`;
}

import { useEffect, useState } from 'preact/hooks';
import { Panel } from '../../components/panel';
import { LinkLine } from './link-line';
import { narrowLayout, wideLayout } from './map-layout';
import type { MapModel } from './map-model';
import { RegionBox } from './region-box';

interface StoreMapProps {
  readonly model: MapModel;
  readonly namesClusters: boolean;
}

/** Regions with their clusters, and the replication between them. */
export function StoreMap({ model, namesClusters }: StoreMapProps) {
  const isNarrow = useMedia('(width < 800px)');
  const { regions, links } = model;
  const layout = isNarrow ? narrowLayout(regions) : wideLayout(regions);
  const note = namesClusters
    ? 'Lines show replication: the delay of the link, and the age of the oldest commit on its way'
    : 'No topology file: Bigtable chooses among clusters that are not known here';
  return (
    <Panel title="Map" note={note}>
      <svg
        class={isNarrow ? 'map map-narrow' : 'map'}
        viewBox={`0 0 ${layout.width} ${layout.height}`}
        role="img"
        aria-label={describe(model)}
      >
        {links.map((link) => (
          <LinkLine key={link.between.join()} link={link} layout={layout} isNarrow={isNarrow} />
        ))}
        {regions.map((region) => (
          <RegionBox key={region.name} region={region} centre={layout.centres.get(region.name)!} />
        ))}
      </svg>
    </Panel>
  );
}

function describe({ regions, links }: MapModel): string {
  const parts = regions.map(
    ({ name, clusters }) => `${name} with ${clusters.map(({ id }) => id).join(', ')}`,
  );
  const cut = links.filter(({ isCut }) => isCut).map(({ between }) => between.join(' and '));
  return `Regions: ${parts.join('; ')}. ${cut.length === 0 ? 'No link is cut.' : `Cut links: ${cut.join('; ')}.`}`;
}

function useMedia(query: string): boolean {
  const [matches, setMatches] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const list = matchMedia(query);
    const onChange = (): void => setMatches(list.matches);
    list.addEventListener('change', onChange);
    return () => list.removeEventListener('change', onChange);
  }, [query]);
  return matches;
}

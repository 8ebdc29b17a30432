/** Places of regions on the map, in its own units. */
import type { MapRegion } from './map-model';

export const BOX_WIDTH = 252;
const HEAD_HEIGHT = 38;
const ROW_HEIGHT = 25;

interface Point {
  readonly x: number;
  readonly y: number;
}

export interface MapLayout {
  readonly width: number;
  readonly height: number;
  /** Centres of the regions, by name. */
  readonly centres: ReadonlyMap<string, Point>;
}

export function boxHeight({ clusters }: MapRegion): number {
  return HEAD_HEIGHT + clusters.length * ROW_HEIGHT + 8;
}

export const rowY = (index: number): number => HEAD_HEIGHT + index * ROW_HEIGHT + ROW_HEIGHT / 2;

/** Regions below each other, for phones. */
export function narrowLayout(regions: readonly MapRegion[]): MapLayout {
  const gap = 56;
  const width = 380;
  const centres = new Map<string, Point>();
  let y = 12;
  for (const region of regions) {
    const height = boxHeight(region);
    centres.set(region.name, { x: BOX_WIDTH / 2 + 8, y: y + height / 2 });
    y += height + gap;
  }
  return { width, height: y - gap + 12, centres };
}

/** Regions on an ellipse, the first one at the left; two are beside each other. */
export function wideLayout(regions: readonly MapRegion[]): MapLayout {
  const tallest = regions.map(boxHeight).reduce((max, each) => Math.max(max, each), 0);
  const count = regions.length;
  const width = 1_080;
  if (count <= 2) {
    const xs = count === 1 ? [width / 2] : [width * 0.24, width * 0.76];
    const centres = regions.map(({ name }, index): [string, Point] => [
      name,
      { x: xs[index]!, y: tallest / 2 + 16 },
    ]);
    return { width, height: tallest + 32, centres: new Map(centres) };
  }
  const radius = { x: width / 2 - BOX_WIDTH / 2 - 16, y: tallest * 0.75 + 28 };
  // The first two regions are at the top, beside each other.
  const start = -Math.PI / 2 - Math.PI / count;
  const centres = regions.map(({ name }, index): [string, Point] => {
    const angle = start + (2 * Math.PI * index) / count;
    return [name, { x: width / 2 + radius.x * Math.cos(angle), y: radius.y * Math.sin(angle) }];
  });
  return { width, ...cropped(new Map(centres), regions) };
}

/** Moves the regions to the top, and returns the height that they need. */
function cropped(
  centres: ReadonlyMap<string, Point>,
  regions: readonly MapRegion[],
): Omit<MapLayout, 'width'> {
  const edges = regions.map((region) => {
    const { y } = centres.get(region.name)!;
    return { top: y - boxHeight(region) / 2, bottom: y + boxHeight(region) / 2 };
  });
  const top = edges.reduce((min, each) => Math.min(min, each.top), Infinity) - 12;
  const bottom = edges.reduce((max, each) => Math.max(max, each.bottom), 0) + 12;
  const moved = [...centres].map(([name, { x, y }]): [string, Point] => [name, { x, y: y - top }]);
  return { height: bottom - top, centres: new Map(moved) };
}

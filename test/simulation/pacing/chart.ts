import { SERIES_SECONDS, type DayStretch } from './day';

/** What one set-up's part of the chart shows. */
export interface ChartPart {
  readonly title: string;
  readonly series: readonly DayStretch[];
}

const WIDTH = 860;
const LEFT = 70;
const PLOT_WIDTH = 770;
const PLOT_HEIGHT = 170;
const PART_HEIGHT = 250;
const TOP = 50;
const HOURS_SHOWN = [0, 3, 6, 9, 12, 15, 18, 21, 24];
const STEP_PER_MINUTE = 10_000;

/** Colours that differ in lightness too, on white as on black. */
const STYLE = `
  svg { background: #ffffff; color: #1d2733; font: 13px system-ui, sans-serif; }
  .billed { fill: #2b7bba; } .wasted { fill: #e4873a; } .views { stroke: #6b7785; }
  @media (prefers-color-scheme: dark) {
    svg { background: #12171d; color: #e4e9ee; }
    .billed { fill: #4a9bdc; } .wasted { fill: #f0a35c; } .views { stroke: #9aa6b2; }
  }
  text { fill: currentColor; } .title { font-size: 15px; font-weight: 600; }
  .views { fill: none; stroke-dasharray: 4 3; } .axis { stroke: currentColor; opacity: 0.25; }
`;

/** Impressions a minute over the day: those billed, those beyond what was purchased on top, and the page's views as a line. */
export function deliveryChart(parts: readonly ChartPart[]): string {
  const height = TOP + parts.length * PART_HEIGHT;
  const label = `Impressions a minute over a day: ${parts.map(({ title }) => title).join('; ')}`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${escaped(label)}">`,
    `<style>${STYLE}</style>`,
    legend(),
    ...parts.map(
      (part, place) => `<g transform="translate(${LEFT} ${TOP + place * PART_HEIGHT})">${drawPart(part)}</g>`,
    ),
    '</svg>\n',
  ].join('\n');
}

function legend(): string {
  return [
    '<rect class="billed" x="70" y="14" width="14" height="14"/><text x="90" y="26">billed</text>',
    '<rect class="wasted" x="150" y="14" width="14" height="14"/><text x="170" y="26">beyond the units purchased</text>',
    '<path class="views" d="M370 21h30" stroke-width="2"/><text x="408" y="26">page views (per minute)</text>',
  ].join('');
}

function drawPart({ title, series }: ChartPart): string {
  const most = Math.max(...series.map(({ views, billed, wasted }) => Math.max(views, billed + wasted)));
  const top = Math.ceil(perMinute(most) / STEP_PER_MINUTE) * STEP_PER_MINUTE;
  const y = (count: number): number => PLOT_HEIGHT * (1 - perMinute(count) / top);
  const billed = series.map((each) => y(each.billed));
  const all = series.map((each) => y(each.billed + each.wasted));
  const floor = series.map(() => PLOT_HEIGHT);
  return [
    `<text class="title" x="0" y="14">${escaped(title)}</text><g transform="translate(0 26)">`,
    axes(top),
    `<path class="billed" d="${area(floor, billed)}"/><path class="wasted" d="${area(billed, all)}"/>`,
    `<path class="views" stroke-width="1.5" d="M${line(series.map(({ views }) => y(views)))}"/></g>`,
  ].join('');
}

function axes(top: number): string {
  const hours = HOURS_SHOWN.map((hour) => {
    const x = (hour / 24) * PLOT_WIDTH;
    return `<text x="${x}" y="${PLOT_HEIGHT + 18}" text-anchor="middle">${hour}:00</text>`;
  });
  const steps = Array.from({ length: top / STEP_PER_MINUTE + 1 }, (_, step) => {
    const y = PLOT_HEIGHT * (1 - (step * STEP_PER_MINUTE) / top);
    const text = (step * STEP_PER_MINUTE).toLocaleString('en-US');
    return `<path class="axis" d="M0 ${y}H${PLOT_WIDTH}"/><text x="-8" y="${y + 4}" text-anchor="end">${text}</text>`;
  });
  return [...steps, ...hours].join('');
}

const perMinute = (count: number): number => count / (SERIES_SECONDS / 60);

function line(ys: readonly number[]): string {
  const width = PLOT_WIDTH / ys.length;
  return ys.map((y, i) => `${((i + 0.5) * width).toFixed(1)} ${y.toFixed(1)}`).join('L');
}

function area(from: readonly number[], to: readonly number[]): string {
  const back = line(from).split('L').reverse().join('L');
  return `M${line(to)}L${back}Z`;
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

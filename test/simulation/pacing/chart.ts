import { SERIES_SECONDS, type DayStretch } from './day';
import { DAY_SECONDS } from './scenario';

/** Data of one set-up's part of the chart. */
export interface ChartPart {
  readonly title: string;
  readonly subtitle: string;
  readonly series: readonly DayStretch[];
}

const WIDTH = 1_000;
const TOP = 56;
const PART_HEIGHT = 282;
const PLOT_HEIGHT = 168;
const TICKS = 4;

/**
 * Positions of a part's two plots. Both range from 0 to `top`, which all parts share, so that they can be compared.
 */
interface Plot {
  readonly x: number;
  readonly width: number;
  readonly hours: readonly number[];
  readonly label: string;
  readonly top: number;
}
const RATES = { x: 64, width: 530, hours: [0, 3, 6, 9, 12, 15, 18, 21, 24], label: 'impressions a minute' };
const TOTALS = { x: 674, width: 300, hours: [0, 6, 12, 18, 24], label: 'impressions since midnight' };

/** Colours that also differ in lightness, in light and dark mode. */
const STYLE = `
  text { font: 12px system-ui, sans-serif; fill: #1d2733; }
  .title { font-size: 16px; font-weight: 600; } .note { fill: #5b6673; }
  .page { fill: #ffffff; } .grid { stroke: #d9dee4; } .zero { stroke: #5b6673; }
  .billed { fill: #3f8fd0; } .wasted { fill: #f0a058; }
  .views { fill: none; stroke: #5b6673; stroke-width: 1.5; stroke-dasharray: 4 3; }
  .purchased { fill: none; stroke: #17202a; stroke-width: 2; }
  @media (prefers-color-scheme: dark) {
    text { fill: #e4e9ee; } .note { fill: #a5b0bb; }
    .page { fill: #12171d; } .grid { stroke: #2c353f; } .zero { stroke: #a5b0bb; }
    .billed { fill: #2f78b4; } .wasted { fill: #d98338; }
    .views { stroke: #a5b0bb; } .purchased { stroke: #ffffff; }
  }
`;

/**
 * Draws each set-up over the day. Left: impressions per minute, billed and over-delivered, with the page's views.
 * Right: their sums, with the purchases of the campaigns that have started.
 */
export function deliveryChart(parts: readonly ChartPart[]): string {
  const height = TOP + parts.length * PART_HEIGHT;
  const label = `Impressions over a day: ${parts.map(({ title, subtitle }) => `${title}, ${subtitle}`).join('; ')}`;
  const totals = parts.map(({ series }) => sumsOf(series));
  const rates = { ...RATES, top: topOf(parts.map(({ series }) => series.map(perMinute)).flat()) };
  const sums = { ...TOTALS, top: topOf(totals.flat()) };
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${escaped(label)}">`,
    `<style>${STYLE}</style><rect class="page" width="${WIDTH}" height="${height}"/>`,
    legend(),
    ...parts.map((part, place) => {
      const plots = [
        drawPlot(rates, part.series.map(perMinute), 'views'),
        drawPlot(sums, totals[place]!, 'purchased'),
      ];
      return `<g transform="translate(0 ${TOP + place * PART_HEIGHT})">${drawTitle(part)}${plots.join('')}</g>`;
    }),
    '</svg>\n',
  ].join('\n');
}

function legend(): string {
  return [
    `<rect class="billed" x="${RATES.x}" y="18" width="14" height="14"/><text x="84" y="30">billed</text>`,
    '<rect class="wasted" x="140" y="18" width="14" height="14"/><text x="160" y="30">beyond the units purchased, not billed</text>',
    '<path class="views" d="M410 25h30"/><text x="448" y="30">page views</text>',
    '<path class="purchased" d="M540 25h30"/><text x="578" y="30">purchased by the campaigns that have begun</text>',
  ].join('');
}

const drawTitle = ({ title, subtitle }: ChartPart): string =>
  `<text class="title" x="${RATES.x}" y="16">${escaped(title)}</text>` +
  `<text class="note" x="${RATES.x}" y="36">${escaped(subtitle)}</text>`;

function drawPlot(plot: Plot, stretches: readonly DayStretch[], line: 'views' | 'purchased'): string {
  const y = (count: number): number => PLOT_HEIGHT * (1 - count / plot.top);
  const path = (of: (stretch: DayStretch) => number): readonly string[] =>
    stretches.map((each, i) => {
      const x = ((i + 0.5) / stretches.length) * plot.width;
      return `${x.toFixed(1)} ${y(of(each)).toFixed(1)}`;
    });
  const floor = path(() => 0);
  const billed = path((each) => each.billed);
  const all = path((each) => each.billed + each.wasted);
  return [
    `<g transform="translate(${plot.x} 70)">${grid(plot)}`,
    `<path class="billed" d="${area(floor, billed)}"/><path class="wasted" d="${area(billed, all)}"/>`,
    `<path class="${line}" d="M${path((each) => each[line]).join('L')}"/></g>`,
  ].join('');
}

function grid({ width, hours, label, top }: Plot): string {
  const step = stepOf(top);
  const levels = Array.from({ length: Math.round(top / step) + 1 }, (_, i) => {
    const y = PLOT_HEIGHT * (1 - (i * step) / top);
    const text = NUMBERS.format(i * step);
    return `<path class="${i === 0 ? 'zero' : 'grid'}" d="M0 ${y}H${width}"/><text x="-8" y="${y + 4}" text-anchor="end">${text}</text>`;
  });
  const times = hours.map((hour) => {
    const x = (hour * 3_600 * width) / DAY_SECONDS;
    return `<text x="${x}" y="${PLOT_HEIGHT + 18}" text-anchor="middle">${hour}:00</text>`;
  });
  return `<text class="note" x="0" y="-12">${label}</text>${levels.join('')}${times.join('')}`;
}

const NUMBERS = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 2 });

const area = (from: readonly string[], to: readonly string[]): string =>
  `M${to.join('L')}L${from.toReversed().join('L')}Z`;

function perMinute(stretch: DayStretch): DayStretch {
  const of = (count: number): number => count / (SERIES_SECONDS / 60);
  const { views, billed, wasted, purchased } = stretch;
  return { views: of(views), billed: of(billed), wasted: of(wasted), purchased: of(purchased) };
}

function sumsOf(series: readonly DayStretch[]): DayStretch[] {
  const sum = { views: 0, billed: 0, wasted: 0, purchased: 0 };
  return series.map(({ views, billed, wasted, purchased }) => {
    sum.views += views;
    sum.billed += billed;
    sum.wasted += wasted;
    sum.purchased += purchased;
    return { ...sum };
  });
}

/** Returns whole steps that cover all values. */
function topOf(stretches: readonly DayStretch[]): number {
  const most = Math.max(1, ...stretches.map(({ billed, wasted }) => billed + wasted));
  return Math.ceil(most / stepOf(most)) * stepOf(most);
}

/** Returns 1, 2 or 5 times a power of ten, for about `TICKS` steps. */
function stepOf(top: number): number {
  const power = 10 ** Math.floor(Math.log10(top / TICKS));
  return power * ([1, 2, 5].find((factor) => factor * power >= top / TICKS) ?? 10);
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** Converts panels into one dashboard of Cloud Monitoring: https://cloud.google.com/monitoring/api/ref_v3/rest/v1/projects.dashboards */

const COLUMNS = 48;
const TILE = { width: 16, height: 16 };
const HEADER_HEIGHT = 4;

/** Units in UCUM, as Cloud Monitoring expects them. */
const UNITS = {
  s: 's',
  ms: 'ms',
  bytes: 'By',
  Bps: 'By/s',
  reqps: '1/s',
  cps: '1/s',
  percentunit: '10^2.%',
  short: '1',
};

export function cloudMonitoringDashboard(dashboards, displayName) {
  const tiles = [];
  let yPos = 0;
  for (const { title: board, sections } of dashboards)
    for (const { title, panels } of sections) {
      tiles.push({
        ...at(0, yPos),
        width: COLUMNS,
        height: HEADER_HEIGHT,
        widget: {
          title: `${board.replace('Tidemark: ', '')}: ${title}`,
          sectionHeader: { dividerBelow: true },
        },
      });
      yPos += HEADER_HEIGHT;
      const perLine = COLUMNS / TILE.width;
      panels.forEach((panel, index) => {
        const [x, line] = [(index % perLine) * TILE.width, Math.floor(index / perLine)];
        tiles.push({ ...at(x, yPos + line * TILE.height), ...TILE, widget: chart(panel) });
      });
      yPos += Math.ceil(panels.length / perLine) * TILE.height;
    }
  return { displayName, labels: { tidemark: '' }, mosaicLayout: { columns: COLUMNS, tiles } };
}

/** Returns the place of a tile. The API drops zeros when it returns a dashboard: written, they would differ in each plan. */
function at(xPos, yPos) {
  return { ...(xPos > 0 && { xPos }), ...(yPos > 0 && { yPos }) };
}

function chart({ title, unit, limit, queries }) {
  return {
    title,
    xyChart: {
      dataSets: queries.map(({ expr }) => ({
        plotType: 'LINE',
        targetAxis: 'Y1',
        timeSeriesQuery: { prometheusQuery: expr, unitOverride: UNITS[unit] },
      })),
      ...(limit !== undefined && { thresholds: [{ value: limit, targetAxis: 'Y1' }] }),
      yAxis: { scale: 'LINEAR' },
    },
  };
}

/** Converts panels into a dashboard in Grafana's JSON model: https://grafana.com/docs/grafana/latest/dashboards/build-dashboards/view-dashboard-json-model/ */

const WIDTH = 24;
const PANEL = { w: 8, h: 8 };
const DATASOURCE = { type: 'prometheus', uid: '${datasource}' };

export function grafanaDashboard({ uid, title, sections }) {
  return {
    uid,
    title,
    tags: ['tidemark'],
    schemaVersion: 39,
    version: 1,
    editable: true,
    graphTooltip: 1,
    timezone: 'browser',
    refresh: '30s',
    time: { from: 'now-3h', to: 'now' },
    templating: { list: [DATASOURCE_VARIABLE] },
    annotations: { list: [] },
    links: [
      { type: 'dashboards', title: 'Tidemark', tags: ['tidemark'], asDropdown: true, includeVars: true },
    ],
    panels: arranged(sections.filter(({ ofGoogle }) => ofGoogle !== true)),
  };
}

const DATASOURCE_VARIABLE = {
  name: 'datasource',
  label: 'Prometheus',
  type: 'datasource',
  query: 'prometheus',
  current: {},
  hide: 0,
  multi: false,
  includeAll: false,
  refresh: 1,
};

/** Lays out each section as a row with three panels side by side. */
function arranged(sections) {
  const panels = [];
  let y = 0;
  for (const section of sections) {
    panels.push({
      id: panels.length + 1,
      type: 'row',
      title: section.title,
      collapsed: false,
      panels: [],
      gridPos: { x: 0, y, w: WIDTH, h: 1 },
    });
    y += 1;
    const perLine = WIDTH / PANEL.w;
    section.panels.forEach((panel, index) => {
      const [x, line] = [(index % perLine) * PANEL.w, Math.floor(index / perLine)];
      panels.push(
        timeSeries(panel, { id: panels.length + 1, gridPos: { x, y: y + line * PANEL.h, ...PANEL } }),
      );
    });
    y += Math.ceil(section.panels.length / perLine) * PANEL.h;
  }
  return panels;
}

function timeSeries({ title, about, expected, unit, limit, queries }, place) {
  const description = [about, expected && `It ${expected}.`].filter(Boolean).join(' ');
  return {
    ...place,
    type: 'timeseries',
    title,
    ...(description !== '' && { description }),
    datasource: DATASOURCE,
    fieldConfig: {
      defaults: {
        unit,
        custom: {
          axisSoftMin: 0,
          fillOpacity: 8,
          lineWidth: 1,
          showPoints: 'never',
          thresholdsStyle: { mode: limit === undefined ? 'off' : 'dashed' },
        },
        color: { mode: 'palette-classic' },
        thresholds: { mode: 'absolute', steps: steps(limit) },
      },
      overrides: [],
    },
    options: {
      legend: { displayMode: 'list', placement: 'bottom', showLegend: true, calcs: [] },
      tooltip: { mode: 'multi', sort: 'desc' },
    },
    targets: queries.map(({ expr, legend }, index) => ({
      refId: String.fromCharCode('A'.charCodeAt(0) + index),
      datasource: DATASOURCE,
      editorMode: 'code',
      range: true,
      expr,
      legendFormat: legend,
    })),
  };
}

function steps(limit) {
  const good = { color: 'green', value: null };
  return limit === undefined ? [good] : [good, { color: 'red', value: limit }];
}

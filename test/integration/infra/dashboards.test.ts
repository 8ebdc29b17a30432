import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RULE_FILES, groupsOf } from '../../support/alert-files';
import {
  cloudDashboards,
  dashboardsOf,
  grafanaDashboards,
  type GrafanaPanel,
  type Tile,
} from '../../support/dashboards';
import { knownMetrics, unknownIn } from '../../support/known-metrics';

const DASHBOARDS = dashboardsOf();
const sectionsOfOurs = DASHBOARDS.flatMap(({ sections }) => sections).filter(
  ({ ofGoogle }) => ofGoogle !== true,
);
const exprsOf = (sections: (typeof DASHBOARDS)[number]['sections']): readonly string[] =>
  sections.flatMap(({ panels }) => panels.flatMap(({ queries }) => queries.map(({ expr }) => expr)));
const known = knownMetrics();
const RUNBOOK = readFileSync(join(__dirname, '../../../docs/operations/alerts.md'), 'utf8');

describe('what is asked of metrics', () => {
  const recorded = new Set(
    RULE_FILES.flatMap((file) =>
      groupsOf(file).flatMap(({ rules }) => rules.map(({ record = '' }) => record)),
    ),
  );

  it.each(RULE_FILES)('in %s is there: each metric, and each label', async (file) => {
    for (const { alert, record, expr } of groupsOf(file).flatMap(({ rules }) => rules))
      expect([alert ?? record, await unknownIn(expr, known, recorded)]).toEqual([alert ?? record, []]);
  });

  it('by dashboards is there: each metric, and each label', async () => {
    const exprs = exprsOf(DASHBOARDS.flatMap(({ sections }) => sections));
    expect(exprs.length).toBeGreaterThan(70);
    for (const expr of exprs) expect([expr, await unknownIn(expr, known)]).toEqual([expr, []]);
  });

  it('by the runbook is there: each metric, and each label', async () => {
    const blocks = [...RUNBOOK.matchAll(/^```promql\n(.*?)^```/gms)].map(([, block]) => block!);
    for (const query of blocks.flatMap((block) => block.trim().split('\n')))
      expect([query, await unknownIn(query, known)]).toEqual([query, []]);
  });

  it.each([
    [
      'a metric that is misspelt',
      'max(tidemark_pacing_overdelivery)',
      'no metric tidemark_pacing_overdelivery',
    ],
    [
      'a histogram without its part',
      'rate(tidemark_read_duration_seconds[5m])',
      'no metric tidemark_read_duration_seconds',
    ],
    [
      'a label to choose by that is misspelt',
      'tidemark_cluster_phase{cluster="a"} > 0',
      'tidemark_cluster_phase has no label cluster',
    ],
    [
      'a label of results that is misspelt',
      'sum by (teir) (rate(tidemark_reads_total[5m]))',
      'nothing that is asked for has the label teir',
    ],
  ])('is refused: %s', async (_, expr, problem) => {
    expect(await unknownIn(expr, known)).toEqual([problem]);
  });

  it('is refused where it cannot be parsed', async () => {
    await expect(unknownIn('sum by (', known)).rejects.toThrow(/cannot be parsed/);
  });
});

describe('dashboards of Grafana', () => {
  const boards = grafanaDashboards();

  it('have distinct, constant ids and distinct titles', () => {
    expect(boards.map(({ uid }) => uid).sort()).toEqual(DASHBOARDS.map(({ uid }) => uid).sort());
    expect(new Set(boards.map(({ title }) => title)).size).toBe(boards.length);
    for (const { uid } of boards) expect(uid).toMatch(/^[a-z-]{1,40}$/);
  });

  it('have the model of a version that Grafana knows, and ask the data source that is chosen', () => {
    for (const { schemaVersion, templating, panels } of boards) {
      expect(schemaVersion).toBe(39);
      expect(templating.list).toMatchObject([{ name: 'datasource', type: 'datasource' }]);
      for (const { type, datasource } of panels)
        if (type !== 'row') expect(datasource?.uid).toBe('${datasource}');
    }
  });

  it('have panels in their places, none over another', () => {
    for (const { panels } of boards) {
      expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
      for (const { gridPos } of panels) expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24);
      expect(overlaps(panels.map(({ gridPos }: GrafanaPanel) => gridPos))).toBe(0);
    }
  });

  it('show each query of ours, with its unit', () => {
    const targets = boards.flatMap(({ panels }) => panels.flatMap((panel) => panel.targets ?? []));
    expect(targets.map(({ expr }) => expr).sort()).toEqual([...exprsOf(sectionsOfOurs)].sort());
    const units = boards.flatMap(({ panels }) =>
      panels.flatMap((panel) => panel.fieldConfig?.defaults.unit ?? []),
    );
    // Of https://github.com/grafana/grafana/blob/main/packages/grafana-data/src/valueFormats/categories.ts.
    const grafanas = ['s', 'ms', 'bytes', 'Bps', 'reqps', 'cps', 'percentunit', 'short'];
    expect([...new Set(units)].filter((unit) => !grafanas.includes(unit))).toEqual([]);
  });
});

describe('the dashboards of Cloud Monitoring', () => {
  const boards = cloudDashboards();
  const charts = boards.flatMap(({ mosaicLayout }) =>
    mosaicLayout.tiles.flatMap(({ widget }) => widget.xyChart ?? []),
  );

  it('show all panels, with those of Google', () => {
    const shown = charts.flatMap(({ dataSets }) =>
      dataSets.map((each) => each.timeSeriesQuery.prometheusQuery),
    );
    expect([...shown].sort()).toEqual([...exprsOf(DASHBOARDS.flatMap(({ sections }) => sections))].sort());
    expect(
      shown.some((query) => query.startsWith('max by (instance, cluster) (bigtable_googleapis_com:')),
    ).toBe(true);
    expect(boards.map(({ displayName }) => displayName)).toEqual(['Tidemark', 'Tidemark: privacy']);
  });

  it.each(boards)(
    '$displayName has its tiles in their places, and no more than it may',
    ({ mosaicLayout }) => {
      const places = mosaicLayout.tiles.map(({ xPos = 0, yPos = 0, width, height }: Tile) => ({
        x: xPos,
        y: yPos,
        w: width,
        h: height,
      }));
      for (const { x, w } of places) expect(x + w).toBeLessThanOrEqual(mosaicLayout.columns);
      expect(overlaps(places)).toBe(0);
      // How many widgets a dashboard may have is limited: https://cloud.google.com/monitoring/quotas.
      expect(places.length).toBeLessThanOrEqual(100);
    },
  );
});

interface Place {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

/** Returns the number of pairs of panels that overlap. */
function overlaps(places: readonly Place[]): number {
  const meet = (a: Place, b: Place): boolean =>
    a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
  return places.flatMap((a, index) => places.slice(index + 1).filter((b) => meet(a, b))).length;
}

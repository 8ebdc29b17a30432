/** The panels of which dashboards are made, and the dashboards that are made of them. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '../..');
const GRAFANA = join(ROOT, 'infra/dashboards/grafana');

export interface Panel {
  readonly title: string;
  readonly unit: string;
  readonly limit?: number;
  /** Why there may be no data. */
  readonly expected?: string;
  readonly queries: readonly { readonly expr: string; readonly legend: string }[];
}

export interface Dashboard {
  readonly uid: string;
  readonly title: string;
  readonly sections: readonly {
    readonly title: string;
    readonly ofGoogle?: boolean;
    readonly panels: readonly Panel[];
  }[];
}

/** Their source is a module of ECMAScript, which Jest cannot import: Node does. */
export function dashboardsOf(): readonly Dashboard[] {
  const source =
    "import('./infra/dashboards/panels.mjs').then((all) => console.log(JSON.stringify(all.DASHBOARDS)))";
  return JSON.parse(
    execFileSync(process.execPath, ['-e', source], { cwd: ROOT, encoding: 'utf8' }),
  ) as Dashboard[];
}

export interface GrafanaPanel {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly datasource?: { readonly uid: string };
  readonly fieldConfig?: { readonly defaults: { readonly unit: string } };
  readonly targets?: readonly { readonly refId: string; readonly expr: string }[];
}

export interface GrafanaDashboard {
  readonly uid: string;
  readonly title: string;
  readonly schemaVersion: number;
  readonly templating: { readonly list: readonly { readonly name: string; readonly type: string }[] };
  readonly panels: readonly GrafanaPanel[];
}

export const grafanaDashboards = (): readonly GrafanaDashboard[] =>
  readdirSync(GRAFANA).map(
    (name) => JSON.parse(readFileSync(join(GRAFANA, name), 'utf8')) as GrafanaDashboard,
  );

export interface Tile {
  readonly xPos?: number;
  readonly yPos?: number;
  readonly width: number;
  readonly height: number;
  readonly widget: {
    readonly title: string;
    readonly xyChart?: {
      readonly dataSets: readonly { readonly timeSeriesQuery: { readonly prometheusQuery: string } }[];
    };
  };
}

interface CloudDashboard {
  readonly displayName: string;
  readonly mosaicLayout: { readonly columns: number; readonly tiles: readonly Tile[] };
}

const CLOUD_DASHBOARDS = ['cloud-monitoring.json', 'cloud-monitoring-privacy.json'];

export const cloudDashboards = (): readonly CloudDashboard[] =>
  CLOUD_DASHBOARDS.map(
    (name) => JSON.parse(readFileSync(join(ROOT, 'infra/dashboards', name), 'utf8')) as CloudDashboard,
  );

/**
 * Generates the dashboards of Grafana and Cloud Monitoring from infra/dashboards/panels.mjs. With `--check` nothing is written, and the
 * exit code is 1 when one of them is stale.
 */
import { cloudMonitoringDashboard } from '../dashboards/cloud-monitoring.mjs';
import { grafanaDashboard } from '../dashboards/grafana.mjs';
import { DASHBOARDS, OF_PRIVACY } from '../dashboards/panels.mjs';
import { writeGenerated } from './generated-file.mjs';

const nameOf = ({ uid }) => uid.replace('tidemark-', '');
// A dashboard of Cloud Monitoring has 100 widgets at most, so privacy has its own.
const others = DASHBOARDS.filter((each) => !OF_PRIVACY.includes(each));
const files = [
  ...DASHBOARDS.map((each) => [`infra/dashboards/grafana/${nameOf(each)}.json`, grafanaDashboard(each)]),
  ['infra/dashboards/cloud-monitoring.json', cloudMonitoringDashboard(others, 'Tidemark')],
  [
    'infra/dashboards/cloud-monitoring-privacy.json',
    cloudMonitoringDashboard(OF_PRIVACY, 'Tidemark: privacy'),
  ],
];

await writeGenerated(
  files.map(([path, dashboard]) => [path, JSON.stringify(dashboard)]),
  'npm run dashboards',
);

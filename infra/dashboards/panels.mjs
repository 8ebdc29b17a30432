/**
 * What dashboards show. `npm run dashboards` makes Grafana's dashboards and the one of Cloud Monitoring of it.
 *
 * A query is PromQL with its legend. `limit` is where it begins to be bad. What is `expected` to be empty says why: it has data only
 * where something has gone wrong, or where a feature is in use. What is `ofGoogle` is told by Google's own metrics, and so is on the
 * dashboard of Cloud Monitoring alone.
 */
import { consistency } from './panels/consistency.mjs';
import { fleet } from './panels/fleet.mjs';
import { ingestion } from './panels/ingestion.mjs';
import { serving } from './panels/serving.mjs';

export const DASHBOARDS = [serving, consistency, ingestion, fleet];

/**
 * Panels of the dashboards. `npm run dashboards` generates Grafana's dashboards and those of Cloud Monitoring from them.
 *
 * A query is PromQL with its legend. `limit` is the threshold from which a value is bad. `expected` states why a panel may be empty:
 * it has data only after a failure, or while a feature is in use. Panels with `ofGoogle` use Google's own metrics, so they are on the
 * dashboard of Cloud Monitoring only.
 */
import { consistency } from './panels/consistency.mjs';
import { fleet } from './panels/fleet.mjs';
import { ingestion } from './panels/ingestion.mjs';
import { privacy } from './panels/privacy.mjs';
import { serving } from './panels/serving.mjs';

/** Dashboards that are one of their own in Cloud Monitoring, too. */
export const OF_PRIVACY = [privacy];

export const DASHBOARDS = [serving, consistency, ingestion, fleet, ...OF_PRIVACY];

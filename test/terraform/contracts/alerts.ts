/** Contracts about alerts: they notify a channel and link their runbook. */
import { blocks, differences, ofType, textOf, textsOf } from './deployment';
import type { Contract, Deployment, Resource, Values } from './deployment';
import { JOB, containersOf } from './roles';
import { erasersOf } from './erasers';
import { shortestGapMinutes } from './schedule';
import { topologyOf } from './topology';

const policiesOf = (deployment: Deployment): readonly Resource[] =>
  ofType(deployment, 'google_monitoring_alert_policy');

const conditionsOf = (values: Values): readonly Values[] =>
  blocks(values, 'conditions.condition_prometheus_query_language');

/** Every alert of the project's rules, as it is written there. */
export const alertPoliciesExist: Contract = (deployment) => {
  const made = policiesOf(deployment).flatMap(({ values }) =>
    conditionsOf(values).map(
      (condition) => `${textOf(condition, 'alert_rule')}: ${textOf(condition, 'query').trim()}`,
    ),
  );
  const wanted = [...deployment.alerts].map(([name, query]) => `${name}: ${query}`);
  return differences(wanted, made, {
    missing: (alert) => `no google_monitoring_alert_policy has the alert ${alert.slice(0, 80)}…`,
    superfluous: () => '',
  }).filter(Boolean);
};

export const productionNotifiesAChannel: Contract = (deployment) =>
  deployment.isProduction
    ? policiesOf(deployment)
        .filter(({ values }) => textsOf(values, 'notification_channels').length === 0)
        .map(({ address }) => `${address}: has no notification channel`)
    : [];

export const alertsLinkTheirRunbook: Contract = (deployment) =>
  policiesOf(deployment)
    .filter(({ values }) =>
      blocks(values, 'documentation').every((each) => !textOf(each, 'content').includes('docs/operations/')),
    )
    .map(({ address }) => `${address}: names no runbook`);

/** A job that is not started fails nowhere: its alert is about the absence of a success, and knows its name. */
export const jobsAreWatched: Contract = (deployment) => {
  const watching = successQueriesOf(deployment).join('\n');
  return ofType(deployment, JOB)
    .filter(({ values }) => !watching.includes(`"${textOf(values, 'name')}"`))
    .map(({ address }) => `${address}: no alert fires when it does not succeed`);
};

/** A worker that is not there reports nothing that an alert could compare, so one fires on the absence of its metric. */
export const erasersAreWatched: Contract = (deployment) => {
  const queries = policiesOf(deployment).flatMap(({ values }) =>
    conditionsOf(values).map((condition) => textOf(condition, 'query')),
  );
  const isWatched = queries.some((query) => /absent.*\(tidemark_privacy_erasures_round_age\b/.test(query));
  return erasersOf(deployment)
    .filter((eraser) => !isWatched && containersOf(eraser).length > 1)
    .map(({ address }) => `${address}: no alert fires when it reports nothing`);
};

/** The alert looks back at three rounds of the schedule, an hour at least and a day at most. */
export const jobsAreMissedInTime: Contract = (deployment) => {
  const queries = successQueriesOf(deployment);
  return ofType(deployment, 'google_cloud_scheduler_job')
    .map(({ address, values }) => ({
      address,
      ranges: queries.flatMap((query) => rangesIn(query, textOf(values, 'name'))),
      gap: shortestGapMinutes(textOf(values, 'schedule')),
    }))
    .map((job) => ({ ...job, wanted: Math.min(1_440, Math.max(60, 3 * job.gap)) }))
    .filter(({ ranges, wanted }) => ranges.some((range) => range !== wanted))
    .map(
      ({ address, ranges, wanted }) =>
        `${address}: its alert looks back ${ranges.join()} minutes, not ${wanted}`,
    );
};

/** Returns how far back a query counts successes of a job, in minutes. */
function rangesIn(query: string, job: string): readonly number[] {
  const counts = query.matchAll(/job_name=~?"([^"]*)"\}\[(\d+)m\]/g);
  return [...counts]
    .filter(([, jobs]) => jobs!.split('|').includes(job))
    .map(([, , minutes]) => Number(minutes));
}

const successQueriesOf = (deployment: Deployment): readonly string[] =>
  policiesOf(deployment)
    .flatMap(({ values }) => conditionsOf(values).map((condition) => textOf(condition, 'query')))
    .filter((query) => /unless[^]*result="succeeded"/.test(query));

/** Ending of the ids of clusters for batch work, by which infra/alerts/google-cloud.rules.yml knows them. */
const BATCH_CLUSTER = /.-batch$/;

/** A batch cluster that is busy on purpose would page, and a serving one would not. */
export const clustersAreNamedForAlerts: Contract = (deployment) =>
  (topologyOf(deployment)?.instances ?? [])
    .flatMap(({ clusters }) => clusters)
    .filter(({ id, role }) => BATCH_CLUSTER.test(id) !== (role === 'batch'))
    .map(({ id, role }) => `cluster ${id}: alerts take it for one of another role than ${role}`);

/** Dead letters expire after a month, so an alert must report them. */
export const deadLettersAreWatched: Contract = (deployment) => {
  const queries = policiesOf(deployment).flatMap(({ values }) =>
    conditionsOf(values).map((condition) => textOf(condition, 'query')),
  );
  const ends = ofType(deployment, 'google_pubsub_subscription')
    .filter(({ values }) => blocks(values, 'dead_letter_policy').length === 0)
    .map(({ values }) => textOf(values, 'name'));
  return ends
    .filter((name) => !queries.some((query) => query.includes(name)))
    .map((name) => `subscription ${name}: no alert covers its dead letters`);
};

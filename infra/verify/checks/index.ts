import type { Check } from '../check';
import { appProfiles, backups } from './bigtable';
import { cloudRunQuota, cloudRunReady, cloudRunScaling, jobExecutions, schedules } from './cloud-run';
import { autoscalers, gateway } from './kubernetes';
import { alertPolicies, alertQueries, dashboard, metrics } from './monitoring';
import { deadLetterGrants, enabledApis, kmsKeys, secrets, workloadIdentities } from './project';

/** All claims of docs/operations/unverified.md that a program can check. */
export const CHECKS: readonly Check[] = [
  enabledApis,
  cloudRunQuota,
  cloudRunReady,
  cloudRunScaling,
  jobExecutions,
  schedules,
  secrets,
  kmsKeys,
  deadLetterGrants,
  appProfiles,
  backups,
  alertPolicies,
  alertQueries,
  dashboard,
  metrics,
  workloadIdentities,
  gateway,
  autoscalers,
];

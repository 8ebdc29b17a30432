import type { MistakeRow } from './mistake';

const PIPELINES = 'modules/service/pipelines.tf';
const BIGQUERY = 'modules/bigtable/bigquery.tf';
const SIZES = 'modules/service/sizes.tf';
const DEV = 'environments/dev/main.tf';
const OBSERVABILITY = 'modules/observability/main.tf';

/** Settings of pipelines that Google Cloud would accept but that violate a contract. */
export const PIPELINE_MISTAKES: readonly MistakeRow[] = [
  [
    'a job with the account of the API',
    'eachRoleHasAnAccount',
    PIPELINES,
    'var.emails.pipeline\n      execution',
    'var.emails.api\n      execution',
  ],
  [
    'tasks that all work on one share',
    'fullPassesAreShared',
    PIPELINES,
    '"--json"]\n    env ',
    '"--json", "--worker", "1/2"]\n    env ',
  ],
  [
    'a full pass without an interval',
    'fullPassesAreShared',
    PIPELINES,
    '"--every", "${of.interval_minutes}m", ',
    '',
  ],
  [
    'a follower whose corpus has no change stream',
    'followersHaveChangeStreams',
    DEV,
    /change_streams += .*/,
    'change_streams = {}',
  ],
  [
    'pipelines that can change their modules',
    'modulesAreMounted',
    PIPELINES,
    'read_only = kind == "modules"',
    'read_only = false',
  ],
  [
    'a module that is not mounted',
    'modulesAreMounted',
    PIPELINES,
    'args       = ["pipeline", "follow", "${local.modules_folder}/',
    'args       = ["pipeline", "follow", "/opt/',
  ],
  [
    'a bucket of modules that pipelines may write',
    'modulesAreReadOnly rejectsExpire',
    PIPELINES,
    '"roles/storage.objectViewer"',
    '"roles/storage.objectUser"',
  ],
  [
    'buckets whose objects may be made public',
    'bucketsArePrivate',
    PIPELINES,
    'public_access_prevention    = "enforced"',
    'public_access_prevention    = "inherited"',
  ],
  [
    'lists of failed objects that stay',
    'rejectsExpire',
    PIPELINES,
    'age = lifecycle_rule.value',
    'age = 3650',
  ],
  [
    'a job of a pipeline that no alert misses',
    'jobsAreWatched',
    DEV,
    /pipeline_jobs += .*/,
    'pipeline_jobs = {}',
  ],
  [
    'a job of a pipeline that is missed after a week',
    'jobsAreMissedInTime',
    OBSERVABILITY,
    'max(60, 3 * minutes))}m]',
    'max(60, 3 * minutes)) * 7}m]',
  ],
  [
    'a job of a pipeline that nothing starts',
    'jobsAreStarted',
    PIPELINES,
    /(resource "google_cloud_scheduler_job" "pipeline" \{\n +for_each =) .*/,
    '$1 {}',
  ],
  [
    'a quota without the tasks of pipelines',
    'quotaNeedsAreComplete',
    SIZES,
    'instances = job.tasks',
    'instances = 1',
  ],
  [
    'pipelines that may write all tables',
    'pipelinesWriteTheirTables',
    'modules/bigtable/main.tf',
    /(pipeline = )contains\(.*\) \? /,
    '$1true ? ',
  ],
  [
    'SQL by the nodes of the serving clusters',
    'externalTablesUseDataBoost',
    BIGQUERY,
    '${google_bigtable_app_profile.this["${each.value}/data-boost"].app_profile_id}',
    'serving-us-central1',
    'prod',
  ],
];

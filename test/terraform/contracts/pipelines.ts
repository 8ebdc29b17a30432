/** Contracts about pipelines: their jobs, followers, buckets, and the tables that BigQuery reads. */
import { blocks, ofType, textOf, textsOf } from './deployment';
import type { Contract, Deployment, Resource } from './deployment';
import { JOB, SERVICE, commandOf, ownContainerOf, roleOf, runningOf, templateOf } from './roles';

const argsOf = (resource: Resource): readonly string[] => textsOf(ownContainerOf(resource), 'args');

const pipelinesOf = (deployment: Deployment): readonly Resource[] =>
  runningOf(deployment).filter((each) => commandOf(each) === 'pipeline');

/** A task takes its share and the run from Cloud Run's variables: the same options for all tasks would name one share. */
export const fullPassesAreShared: Contract = (deployment) =>
  pipelinesOf(deployment)
    .filter(({ type }) => type === JOB)
    .flatMap((job) => {
      const args = argsOf(job);
      const fixed = ['--worker', '--run-id', '--dry-run'].filter((option) => args.includes(option));
      return [
        ...(args[1] === 'run' ? [] : [`${job.address}: does not run a full pass`]),
        ...(args.includes('--every')
          ? []
          : [`${job.address}: no --every, so that no alert knows its interval`]),
        ...fixed.map((option) => `${job.address}: ${option} is the same for all tasks`),
      ];
    });

/** A follower without the change stream of its corpus does not start. */
export const followersHaveChangeStreams: Contract = (deployment) => {
  const streams = ofType(deployment, 'google_bigtable_table')
    .filter(({ values }) => /^[1-9]\d*h/.test(textOf(values, 'change_stream_retention')))
    .map(({ values }) => textOf(values, 'name'));
  return pipelinesOf(deployment)
    .filter(({ type }) => type === SERVICE)
    .flatMap((follower) => {
      const { corpus } = (templateOf(follower)['labels'] ?? {}) as { readonly corpus?: string };
      return [
        ...(argsOf(follower)[1] === 'follow' ? [] : [`${follower.address}: does not follow changes`]),
        ...(corpus !== undefined && streams.includes(corpus)
          ? []
          : [`${follower.address}: table ${corpus ?? ''} has no change stream`]),
      ];
    });
};

/** The module is read from a bucket that is mounted, and cannot be changed by what it does. */
export const modulesAreMounted: Contract = (deployment) =>
  pipelinesOf(deployment).flatMap((resource) => {
    const file = argsOf(resource)[2] ?? '';
    const mount = blocks(ownContainerOf(resource), 'volume_mounts').find((each) =>
      file.startsWith(`${textOf(each, 'mount_path')}/`),
    );
    const volume = blocks(templateOf(resource), 'volumes').find(
      (each) => mount !== undefined && textOf(each, 'name') === textOf(mount, 'name'),
    );
    const [bucket] = volume === undefined ? [] : blocks(volume, 'gcs');
    if (bucket === undefined) return [`${resource.address}: ${file} is in no bucket that is mounted`];
    return bucket['read_only'] === true ? [] : [`${resource.address}: can change its own module`];
  });

/** A member that can write modules decides what runs with the account of pipelines. */
export const modulesAreReadOnly: Contract = (deployment) => {
  const modules = ofType(deployment, 'google_storage_bucket')
    .filter(({ values }) => blocks(values, 'lifecycle_rule').length === 0)
    .map(({ values }) => textOf(values, 'name'));
  return ofType(deployment, 'google_storage_bucket_iam_member')
    .filter(({ values }) => modules.includes(textOf(values, 'bucket')))
    .filter(({ values }) => textOf(values, 'role') !== 'roles/storage.objectViewer')
    .map(({ address, values }) => `${address}: ${textOf(values, 'role')} on modules`);
};

export const bucketsArePrivate: Contract = (deployment) =>
  ofType(deployment, 'google_storage_bucket')
    .filter(
      ({ values }) =>
        values['uniform_bucket_level_access'] !== true || values['public_access_prevention'] !== 'enforced',
    )
    .map(({ address }) => `${address}: objects in it could be made public`);

/** Lists of objects that failed have ids of users, and nothing erases them there. */
export const rejectsExpire: Contract = (deployment) => {
  const writable = ofType(deployment, 'google_storage_bucket_iam_member')
    .filter(({ values }) => textOf(values, 'role') !== 'roles/storage.objectViewer')
    .map(({ values }) => textOf(values, 'bucket'));
  return ofType(deployment, 'google_storage_bucket')
    .filter(({ values }) => writable.includes(textOf(values, 'name')))
    .filter(
      ({ values }) =>
        !blocks(values, 'lifecycle_rule').some(
          (rule) =>
            blocks(rule, 'action').some((action) => textOf(action, 'type') === 'Delete') &&
            blocks(rule, 'condition').some(({ age }) => Number(age) >= 1 && Number(age) <= 90),
        ),
    )
    .map(({ address }) => `${address}: lists of failed objects stay for ever`);
};

const SOURCE = /\/instances\/([^/]+)\/appProfiles\/([^/]+)\/tables\/([^/]+)$/;

/** SQL over a whole table by a profile for serving would take the nodes that serving needs. */
export const externalTablesUseDataBoost: Contract = (deployment) => {
  const boosted = ofType(deployment, 'google_bigtable_app_profile')
    .filter(({ values }) => blocks(values, 'data_boost_isolation_read_only').length > 0)
    .map(({ values }) => `${textOf(values, 'instance')}/${textOf(values, 'app_profile_id')}`);
  const tables = ofType(deployment, 'google_bigtable_table').map(
    ({ values }) => `${textOf(values, 'instance_name')}/${textOf(values, 'name')}`,
  );
  return ofType(deployment, 'google_bigquery_table').flatMap(({ address, values }) =>
    blocks(values, 'external_data_configuration').flatMap((source) =>
      textsOf(source, 'source_uris').flatMap((uri) => {
        const [, instance = '', profile = '', table = ''] = SOURCE.exec(uri) ?? [];
        return [
          ...(boosted.includes(`${instance}/${profile}`)
            ? []
            : [`${address}: ${uri} does not use Data Boost`]),
          ...(tables.includes(`${instance}/${table}`)
            ? []
            : [`${address}: ${uri} names a table that is not made`]),
        ];
      }),
    ),
  );
};

/** Tables that other roles decide about: campaigns and their counts, the ledger of erasures, fences of placements. */
const TABLES_OF_OTHERS = ['campaigns', 'campaign_counts', 'privacy_ledger', 'tidemark_fences'];

export const pipelinesWriteTheirTables: Contract = (deployment) =>
  ofType(deployment, 'google_bigtable_table_iam_member')
    .filter(({ values }) => roleOf(deployment, values['member']) === 'pipeline')
    .filter(({ values }) => textOf(values, 'role') === 'roles/bigtable.user')
    .filter(({ values }) => TABLES_OF_OTHERS.includes(textOf(values, 'table')))
    .map(({ address, values }) => `${address}: pipelines may write ${textOf(values, 'table')}`);

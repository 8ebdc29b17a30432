/** Claims about Bigtable beyond those that processes check themselves. */
import type { Check, VerifyContext } from '../check';
import { at, shortName, textAt, type Json } from '../json';

const DAY_MS = 86_400_000;

/** Age of a table's latest backup: one is made each day, at a time that Google chooses. */
const BACKUP_MAX_AGE_MS = 2 * DAY_MS;

const HOST = 'bigtableadmin.googleapis.com/v2';

async function instancesOf({ google, project }: VerifyContext): Promise<readonly string[]> {
  const instances = await google.list(`${HOST}/projects/${project}/instances`, 'instances');
  return instances.map((instance) => textAt(instance, 'name'));
}

/** Each table has a recent backup in each cluster, also in those that were added later. `dev` has none. */
export const backups: Check = {
  id: 'backups',
  isForProduction: true,
  async run(context) {
    const instances = await instancesOf(context);
    const found = await Promise.all(instances.map((instance) => missingBackups(instance, context)));
    return found.flat();
  },
};

async function missingBackups(instance: string, { google, nowMs }: VerifyContext): Promise<string[]> {
  const [clusters, tables, all] = await Promise.all([
    google.list(`${HOST}/${instance}/clusters`, 'clusters'),
    google.list(`${HOST}/${instance}/tables?view=NAME_ONLY`, 'tables'),
    google.list(`${HOST}/${instance}/clusters/-/backups`, 'backups'),
  ]);
  const recent = all.filter(
    (backup) =>
      textAt(backup, 'state') === 'READY' &&
      nowMs - Date.parse(textAt(backup, 'endTime')) <= BACKUP_MAX_AGE_MS,
  );
  const isBackedUp = (cluster: Json, table: Json): boolean =>
    recent.some(
      (backup) =>
        textAt(backup, 'name').startsWith(`${textAt(cluster, 'name')}/`) &&
        textAt(backup, 'sourceTable') === textAt(table, 'name'),
    );
  return clusters.flatMap((cluster) =>
    tables
      .filter((table) => !isBackedUp(cluster, table))
      .map((table) => `table ${shortName(table)}: no backup of two days in ${shortName(cluster)}`),
  );
}

/** App profiles of regions have row affinity and a group of clusters, also of one cluster. */
export const appProfiles: Check = {
  id: 'app-profiles',
  async run(context) {
    const instances = await instancesOf(context);
    const found = await Promise.all(
      instances.map((instance) => context.google.list(`${HOST}/${instance}/appProfiles`, 'appProfiles')),
    );
    const regional = found.flat().filter((profile) => /^serving-[a-z]+-[a-z]+\d$/.test(shortName(profile)));
    if (regional.length === 0) return ['no app profile serving-<region>'];
    return regional.flatMap((profile) => {
      const clusters = at(profile, 'multiClusterRoutingUseAny.clusterIds');
      const isGroup = Array.isArray(clusters) && clusters.length > 0;
      const hasAffinity = at(profile, 'multiClusterRoutingUseAny.rowAffinity') !== undefined;
      return [
        ...(isGroup ? [] : [`app profile ${shortName(profile)}: leads to any cluster`]),
        ...(hasAffinity ? [] : [`app profile ${shortName(profile)}: has no row affinity`]),
      ];
    });
  },
};

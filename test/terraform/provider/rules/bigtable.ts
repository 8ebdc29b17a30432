/** Bigtable: the provider's own checks, and limits of https://cloud.google.com/bigtable/docs. */
import { Unknown, blocksOf, isObject } from '../values';
import type { ObjectValue, Value } from '../values';
import {
  atMostOne,
  check,
  distinct,
  duration,
  exactlyOne,
  needs,
  oneOf,
  ordered,
  problem,
  rules,
  secondsOf,
  text,
  whole,
  within,
} from './rule';
import type { Rule } from './rule';

const DAY_SECONDS = 86_400;
const FAMILY = /^[-_.a-zA-Z0-9]{1,64}$/;
const REGIONS_MAX = 8;

/** The maximum may not be more than ten times the minimum. */
const scalesTenfold: Rule = check('max_nodes', (value, { min_nodes }) =>
  typeof value === 'number' && typeof min_nodes === 'number' && value > 10 * min_nodes
    ? `must be at most ten times min_nodes (${min_nodes})`
    : undefined,
);

const storageTarget: Rule = (cluster) => {
  const [min, max] = cluster['storage_type'] === 'HDD' ? [8192, 16_384] : [2560, 5120];
  return within('autoscaling_config', whole('storage_target', min, max))(cluster);
};

const regionsMax: Rule = (instance) => {
  const zones = blocksOf(instance['cluster']).map(({ zone }) => (typeof zone === 'string' ? zone : ''));
  const regions = new Set(zones.filter(Boolean).map((zone) => zone.replace(/-[a-z]$/, '')));
  return regions.size > REGIONS_MAX
    ? [problem('cluster', `there may be clusters in ${REGIONS_MAX} regions at most`)]
    : [];
};

const instance = rules(
  text('name', /^[a-z][-a-z0-9]{5,32}$/, '6 to 33 small letters, digits and dashes, a letter first'),
  oneOf('instance_type', ['DEVELOPMENT', 'PRODUCTION']),
  within(
    'cluster',
    text('cluster_id', /^[a-z][-a-z0-9]{5,29}$/, '6 to 30 small letters, digits and dashes, a letter first'),
    text('zone', /^[a-z]+-[a-z]+[0-9]+-[a-z]$/, 'a zone such as europe-west1-b'),
    oneOf('storage_type', ['SSD', 'HDD']),
    whole('num_nodes', 1, 10_000),
    atMostOne('num_nodes', 'autoscaling_config'),
    storageTarget,
  ),
  within(
    'cluster.autoscaling_config',
    ordered('min_nodes', 'max_nodes'),
    scalesTenfold,
    whole('min_nodes', 1, 10_000),
    whole('cpu_target', 10, 80),
  ),
  distinct('cluster', 'cluster_id'),
  distinct('cluster', 'zone'),
  regionsMax,
);

const appProfile = rules(
  text('app_profile_id', /^[_a-zA-Z0-9][-_.a-zA-Z0-9]{0,49}$/, 'up to 50 letters, digits, "_", "-" and "."'),
  exactlyOne('single_cluster_routing', 'multi_cluster_routing_use_any'),
  atMostOne('standard_isolation', 'data_boost_isolation_read_only'),
  needs('multi_cluster_routing_cluster_ids', 'multi_cluster_routing_use_any'),
  needs('row_affinity', 'multi_cluster_routing_use_any'),
  needs('data_boost_isolation_read_only', 'single_cluster_routing'),
  (profile) =>
    blocksOf(profile['data_boost_isolation_read_only']).length > 0
      ? within('single_cluster_routing', excludesTransactions)(profile)
      : [],
);

const excludesTransactions: Rule = check('allow_transactional_writes', (value) =>
  value === true ? 'does not go with Data Boost, which is read-only' : undefined,
);

const table = rules(
  text('name', /^[_a-zA-Z0-9][-_.a-zA-Z0-9]{0,49}$/, 'up to 50 letters, digits, "_", "-" and "."'),
  oneOf('deletion_protection', ['PROTECTED', 'UNPROTECTED']),
  duration('change_stream_retention', { min: DAY_SECONDS, max: 7 * DAY_SECONDS, zero: true }),
  within('column_family', text('family', FAMILY, 'up to 64 letters, digits, "_", "-" and "."')),
  distinct('column_family', 'family'),
  within(
    'automated_backup_policy',
    duration('retention_period', { min: 3 * DAY_SECONDS, max: 90 * DAY_SECONDS, zero: true }),
    duration('frequency', { min: DAY_SECONDS, max: DAY_SECONDS, zero: true }),
  ),
);

/** Checks of `gc_rules` that the provider's `validateNestedPolicy` makes. */
const gcRules: Rule = check('gc_rules', (value) => {
  if (typeof value !== 'string') return undefined;
  try {
    return wrongPolicy(JSON.parse(value) as Value, true);
  } catch {
    return 'must be JSON';
  }
});

function wrongPolicy(policy: Value, top: boolean): string | undefined {
  if (!isObject(policy)) return 'must hold objects only';
  if (policy['rules'] === undefined) return top ? 'needs "rules"' : wrongRule(policy);
  return wrongRules(policy, top);
}

function wrongRules({ rules: nested, mode, ...others }: ObjectValue, top: boolean): string | undefined {
  if (!Array.isArray(nested)) return 'must have a list as "rules"';
  if (Object.keys(others).length > 0) return `has ${Object.keys(others).join(', ')} beside "rules"`;
  if (mode !== undefined && mode !== 'union' && mode !== 'intersection')
    return 'must have mode union or intersection';
  if (mode === undefined && (!top || nested.length !== 1))
    return 'needs a mode where there is not exactly one rule';
  if (mode !== undefined && nested.length < 2) return 'needs two rules where there is a mode';
  return (nested as Value[])
    .map((rule) => wrongPolicy(rule, false))
    .find((complaint) => complaint !== undefined);
}

function wrongRule(rule: ObjectValue): string | undefined {
  const { max_age: age, max_version: versions, ...others } = rule;
  const unknown = Object.keys(others);
  if (unknown.length > 0) return `must not have ${unknown.join(', ')}`;
  if (Object.keys(rule).length !== 1) return 'must have max_age or max_version in each rule';
  if (age !== undefined && (typeof age !== 'string' || secondsOf(age) === undefined))
    return 'must have a duration as max_age';
  if (versions !== undefined && typeof versions !== 'number') return 'must have a number as max_version';
  return undefined;
}

const gcPolicy = rules(
  atMostOne('gc_rules', 'mode'),
  atMostOne('gc_rules', 'max_age'),
  atMostOne('gc_rules', 'max_version'),
  gcRules,
  text('column_family', FAMILY, 'up to 64 letters, digits, "_", "-" and "."'),
  oneOf('mode', ['UNION', 'INTERSECTION']),
  oneOf('deletion_policy', ['ABANDON', '']),
  within('max_age', exactlyOne('days', 'duration')),
  (policy) =>
    policy['mode'] === null &&
    blocksOf(policy['max_age']).length > 0 &&
    blocksOf(policy['max_version']).length > 0
      ? [problem('mode', 'a mode is needed where there are max_age and max_version')]
      : [],
  (policy) =>
    [policy['max_age'], policy['max_version'], policy['gc_rules']].some((value) => value instanceof Unknown)
      ? []
      : needsSomeRule(policy),
);

function needsSomeRule(policy: ObjectValue): ReturnType<Rule> {
  const rule = ['gc_rules', 'max_age', 'max_version'].some((name) => {
    const value = policy[name] ?? null;
    return value !== null && !(Array.isArray(value) && value.length === 0);
  });
  return rule ? [] : [problem('gc_rules', 'a policy without a rule keeps all cells: leave it out instead')];
}

export const BIGTABLE: Readonly<Record<string, Rule>> = {
  google_bigtable_app_profile: appProfile,
  google_bigtable_gc_policy: gcPolicy,
  google_bigtable_instance: instance,
  google_bigtable_table: table,
};

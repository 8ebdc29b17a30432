/** Cloud Run, and what starts its jobs: https://cloud.google.com/run/docs/reference/rest/v2. */
import { Unknown, blocksOf, isObject } from '../values';
import type { ObjectValue } from '../values';
import type { Problem } from '../problem';
import {
  atMostOne,
  check,
  distinct,
  exactlyOne,
  ordered,
  problem,
  rules,
  seconds,
  text,
  whole,
  within,
} from './rule';
import type { Rule } from './rule';

const NAME = /^[a-z]([-a-z0-9]{0,47}[a-z0-9])?$/;
/** Cloud Run sets them. */
const RESERVED_VARIABLES = [
  'PORT',
  'K_SERVICE',
  'K_REVISION',
  'K_CONFIGURATION',
  'CLOUD_RUN_JOB',
  'CLOUD_RUN_EXECUTION',
];
const GIBIBYTES_MIN: Readonly<Record<string, number>> = { 4: 2, 6: 4, 8: 4 };
const GIBIBYTES_PER_CPU_MAX = 4;
/** All containers of an instance together. */
const INSTANCE_CPUS_MAX = 8;
const INSTANCE_GIBIBYTES_MAX = 32;

const env = within(
  'env',
  atMostOne('value', 'value_source'),
  text('name', /^[A-Za-z_][A-Za-z0-9_]*$/, 'a name of an environment variable'),
  check('name', (value) =>
    RESERVED_VARIABLES.some((name) => name === value)
      ? 'must not be one that Cloud Run itself sets'
      : undefined,
  ),
);

const limits: Rule = within('resources', (resources) => {
  const { limits: given } = resources;
  if (!isObject(given)) return [];
  const { cpu, memory } = given;
  if (typeof cpu === 'string' && !/^([12468]|[12468]000m|0?\.\d+|\d{2,3}m)$/.test(cpu)) {
    return [problem('limits', `cpu must be 1, 2, 4, 6 or 8, or less than 1, not "${cpu}"`)];
  }
  if (typeof memory !== 'string') return [];
  const gibibytes = gibibytesOf(memory);
  if (gibibytes === undefined)
    return [problem('limits', `memory must be like 512Mi or 2Gi, not "${memory}"`)];
  const cpus = typeof cpu === 'string' ? cpu : '';
  const min = GIBIBYTES_MIN[cpus] ?? 0;
  if (gibibytes < min) return [problem('limits', `${cpus} CPUs need ${min}Gi of memory at least`)];
  const max = GIBIBYTES_PER_CPU_MAX * Math.max(1, cpusOf(cpus));
  return gibibytes > max ? [problem('limits', `${cpus} CPUs have ${max}Gi of memory at most`)] : [];
});

function cpusOf(cpu: string): number {
  return cpu.endsWith('m') ? Number(cpu.slice(0, -1)) / 1000 : Number(cpu);
}

/** Limits of an instance, which its containers share. */
const instance: Rule = (template) => {
  const limited = blocksOf(template['containers']).flatMap((container) =>
    blocksOf(container['resources']).flatMap(({ limits: given }) => (isObject(given) ? [given] : [])),
  );
  const sum = (amounts: readonly (number | undefined)[]) =>
    amounts.reduce<number>((total, each) => total + (each ?? 0), 0);
  const cpus = sum(limited.map(({ cpu }) => (typeof cpu === 'string' ? cpusOf(cpu) : 0)));
  const memory = sum(
    limited.map(({ memory: given }) => (typeof given === 'string' ? gibibytesOf(given) : 0)),
  );
  return [
    ...(cpus > INSTANCE_CPUS_MAX
      ? [problem('containers', `an instance has ${INSTANCE_CPUS_MAX} CPUs at most, not ${cpus}`)]
      : []),
    ...(memory > INSTANCE_GIBIBYTES_MAX
      ? [problem('containers', `an instance has ${INSTANCE_GIBIBYTES_MAX}Gi at most, not ${memory}Gi`)]
      : []),
  ];
};

function gibibytesOf(memory: string): number | undefined {
  const [, amount, unit] = /^(\d+)(Mi|Gi|M|G)$/.exec(memory) ?? [];
  if (amount === undefined) return undefined;
  return unit?.startsWith('M') ? Number(amount) / 1024 : Number(amount);
}

const probe = (name: string, kinds: readonly string[]): Rule =>
  within(
    name,
    exactlyOne(...kinds),
    whole('initial_delay_seconds', 0, 240),
    whole('period_seconds', 1, name === 'startup_probe' ? 240 : 3600),
    whole('timeout_seconds', 1, name === 'startup_probe' ? 240 : 3600),
    ordered('timeout_seconds', 'period_seconds'),
  );

const containers = rules(
  text('image', /^\S+$/, 'the name of an image'),
  env,
  distinct('env', 'name'),
  distinct('volume_mounts', 'mount_path'),
  limits,
  probe('startup_probe', ['http_get', 'tcp_socket', 'grpc']),
  probe('liveness_probe', ['http_get', 'grpc']),
);

/** Mounts name volumes that are there, containers start after ones that are there. */
const references: Rule = (template) => {
  const volumes = namesOf(template, 'volumes');
  const names = namesOf(template, 'containers');
  return blocksOf(template['containers']).flatMap((container) => [
    ...blocksOf(container['volume_mounts']).flatMap(({ name }) => missing(name, volumes, 'volume')),
    ...(Array.isArray(container['depends_on']) ? (container['depends_on'] as unknown[]) : []).flatMap(
      (name) => missing(name, names, 'container'),
    ),
  ]);
};

function namesOf(template: ObjectValue, blocks: string): readonly unknown[] {
  return template[blocks] instanceof Unknown ? [] : blocksOf(template[blocks]).map(({ name }) => name);
}

function missing(name: unknown, there: readonly unknown[], what: string): Problem[] {
  const unclear = typeof name !== 'string' || there.some((each) => each instanceof Unknown);
  return unclear || there.includes(name) ? [] : [problem('containers', `there is no ${what} "${name}"`)];
}

/** Exactly one of several containers has a port. */
const ingress: Rule = (template) => {
  const all = blocksOf(template['containers']);
  const open = all.filter(({ ports }) => ports instanceof Unknown || blocksOf(ports).length > 0);
  return all.length > 1 && open.length !== 1
    ? [problem('containers', `exactly one of several containers must have ports, not ${open.length}`)]
    : [];
};

const volumes = within(
  'volumes',
  exactlyOne('secret', 'cloud_sql_instance', 'empty_dir', 'gcs', 'nfs'),
  text('name', /^[a-z]([-a-z0-9]{0,61}[a-z0-9])?$/, 'up to 63 small letters, digits and dashes'),
);

const service = rules(
  text('name', NAME, 'up to 49 small letters, digits and dashes, a letter first'),
  within(
    'template',
    seconds('timeout', 1, 3600),
    whole('max_instance_request_concurrency', 1, 1000),
    within(
      'scaling',
      ordered('min_instance_count', 'max_instance_count'),
      whole('max_instance_count', 1, 10_000),
    ),
    within('containers', containers),
    distinct('containers', 'name'),
    volumes,
    distinct('volumes', 'name'),
    references,
    ingress,
    instance,
  ),
  within('scaling', (scaling) =>
    scaling['scaling_mode'] === 'MANUAL' && (scaling['manual_instance_count'] ?? null) === null
      ? [problem('manual_instance_count', 'scaling by hand needs a manual_instance_count')]
      : [],
  ),
);

const job = rules(
  text('name', NAME, 'up to 49 small letters, digits and dashes, a letter first'),
  within(
    'template',
    whole('task_count', 1, 10_000),
    within(
      'template',
      seconds('timeout', 1, 7 * 86_400),
      whole('max_retries', 0, 10),
      within('containers', containers),
      volumes,
      references,
    ),
  ),
);

const schedule = check('schedule', (value) => {
  if (typeof value !== 'string') return undefined;
  return /^\S+( \S+){4}$/.test(value) && !/[^-*/,0-9A-Z ]/i.test(value)
    ? undefined
    : 'must be five fields of cron';
});

const timeZone = check('time_zone', (value) => {
  if (typeof value !== 'string') return undefined;
  try {
    new Intl.DateTimeFormat('en', { timeZone: value });
    return undefined;
  } catch {
    return 'must be the name of a time zone';
  }
});

const schedulerJob = rules(
  text('name', /^[a-zA-Z0-9_-]{1,500}$/, 'up to 500 letters, digits, "-" and "_"'),
  schedule,
  timeZone,
  seconds('attempt_deadline', 15, 1800),
  exactlyOne('http_target', 'pubsub_target', 'app_engine_http_target'),
  within('http_target', atMostOne('oauth_token', 'oidc_token'), text('uri', /^https?:\/\/\S+$/, 'a URL')),
  within('retry_config', whole('retry_count', 0, 5)),
);

export const CLOUD_RUN: Readonly<Record<string, Rule>> = {
  google_cloud_run_v2_job: job,
  google_cloud_run_v2_service: service,
  google_cloud_scheduler_job: schedulerJob,
};

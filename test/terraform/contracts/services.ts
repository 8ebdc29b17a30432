/** Contracts about services and jobs: one image, valid settings, and restricted access. */
import { loadConfig, type Config } from '../../../src/config/index';
import { parseAccess } from '../../../src/http/access/access-file';
import { drainMs, type Role } from '../../support/drain-times';
import { blocks, ofType, textOf, textsOf } from './deployment';
import type { Contract, Resource, Values } from './deployment';
import {
  JOB,
  SERVICE,
  commandOf,
  containersOf,
  environmentOf,
  ownContainerOf,
  runningOf,
  templateOf,
} from './roles';
import { shortestGapMinutes } from './schedule';
import { hasPlacements, topologyOf } from './topology';

export const imagesAreNamedByDigest: Contract = (deployment) =>
  runningOf(deployment).flatMap((resource) =>
    containersOf(resource)
      .map((container) => textOf(container, 'image'))
      .filter((image) => !/@sha256:[0-9a-f]{64}$/.test(image))
      .map((image) => `${resource.address}: image ${image} is not named by its digest`),
  );

const SECRET_NAME = /(SECRET|PASSWORD|PASSWD|TOKEN_KEYS|PRIVATE_KEY|API_KEY|CREDENTIALS|ACCESS_TOKEN)$/;
const SECRET_VALUE = /-----BEGIN|^[A-Za-z0-9+/]{40,}={0,2}$/;

/** The environment of a service is visible to all its viewers, so it must not contain secrets. */
export const secretsAreNotInTheEnvironment: Contract = (deployment) =>
  runningOf(deployment).flatMap((resource) =>
    containersOf(resource)
      .flatMap((container) => blocks(container, 'env'))
      .filter((env) => textOf(env, 'value') !== '')
      .filter((env) => SECRET_NAME.test(textOf(env, 'name')) || SECRET_VALUE.test(textOf(env, 'value')))
      .map((env) => `${resource.address}: ${textOf(env, 'name')} has a secret in plain text`),
  );

/** Ingress is limited to the load balancer or the project's network, and callers must be invokers. */
export const servicesRequireAuthentication: Contract = (deployment) =>
  ofType(deployment, SERVICE).flatMap(({ address, values }) => [
    ...(/^INGRESS_TRAFFIC_INTERNAL/.test(textOf(values, 'ingress'))
      ? []
      : [`${address}: ingress ${textOf(values, 'ingress')} allows public access`]),
    ...(values['invoker_iam_disabled'] === true
      ? [`${address}: invoker_iam_disabled lets anonymous callers in`]
      : []),
  ]);

/** The application itself reads the variables: a misspelt one, or a value out of bounds, would keep it from starting. */
export const environmentIsValid: Contract = (deployment) =>
  runningOf(deployment).flatMap((resource) => {
    try {
      loadConfig(environmentOf(resource));
      return [];
    } catch (error) {
      return [
        `${resource.address}: ${(error as { field?: string }).field ?? ''} ${(error as Error).message}`,
      ];
    }
  });

/** Which files a role is given, by the variables that name them. */
const FILES: Readonly<Record<string, readonly string[]>> = {
  api: ['TIDEMARK_TOPOLOGY', 'TIDEMARK_ACCESS_FILE', 'TIDEMARK_TOKEN_KEYS_FILE'],
  compactor: ['TIDEMARK_TOPOLOGY'],
  consumer: ['TIDEMARK_TOPOLOGY'],
  eraser: ['TIDEMARK_TOPOLOGY', 'TIDEMARK_PRIVACY_KEYS_FILE', 'TIDEMARK_PRIVACY_SIGNING_KEY_FILE'],
  mover: ['TIDEMARK_TOPOLOGY'],
  pacer: ['TIDEMARK_TOPOLOGY'],
  pipeline: ['TIDEMARK_TOPOLOGY'],
};

/** File that each role needs with placements. */
const PLACEMENT_FILES = ['TIDEMARK_DIRECTORY_KEY_FILE'];

/** File of the roles that record erasures and withdrawals, where these are processed. */
const LEDGER_FILES = ['TIDEMARK_PRIVACY_KEYS_FILE'];
const LEDGER_ROLES = ['api', 'consumer'];

/** A file that is named has to be mounted, and the other way round it would be of no use. */
export const filesAreMounted: Contract = (deployment) => {
  const ofPlacements = hasPlacements(deployment) ? PLACEMENT_FILES : [];
  const ofLedger = runningOf(deployment).some((each) => commandOf(each) === 'eraser') ? LEDGER_FILES : [];
  return runningOf(deployment).flatMap((resource) => {
    const always = [...ofPlacements, ...(LEDGER_ROLES.includes(commandOf(resource)) ? ofLedger : [])];
    const env = environmentOf(resource);
    const mounts = blocks(ownContainerOf(resource), 'volume_mounts').map((mount) =>
      textOf(mount, 'mount_path'),
    );
    return [...(FILES[commandOf(resource)] ?? []), ...always].flatMap((variable) => {
      const file = env[variable] ?? '';
      if (file === '') return [`${resource.address}: ${variable} is not set`];
      const mounted = mounts.some((folder) => file.startsWith(`${folder}/`));
      return mounted ? [] : [`${resource.address}: ${variable} names ${file}, which is not mounted`];
    });
  });
};

/** The access file that the API is given, read by what reads it there. */
export const accessFileIsValid: Contract = ({ outputs }) => {
  try {
    parseAccess(JSON.parse(textOf(outputs, 'access')), '/etc/tidemark/access');
    return [];
  } catch (error) {
    return [`output access: ${(error as { field?: string }).field ?? ''} ${(error as Error).message}`];
  }
};

export const callersAreAuthenticated: Contract = (deployment) =>
  ofType(deployment, SERVICE)
    .filter((resource) => environmentOf(resource)['TIDEMARK_ACCESS'] === 'open')
    .map(({ address }) => `${address}: TIDEMARK_ACCESS=open lets callers do anything`);

/** Heartbeats, leases and pulls go on when there is no request: an instance is always there, and its CPU too. */
export const cpuIsAlwaysAllocated: Contract = (deployment) =>
  ofType(deployment, SERVICE).flatMap((resource) => {
    const { address, values } = resource;
    const min = Math.max(
      ...blocks(values, 'template.scaling').map((scaling) => Number(scaling['min_instance_count'])),
      ...blocks(values, 'scaling').map((scaling) =>
        Number(scaling['manual_instance_count'] ?? scaling['min_instance_count']),
      ),
    );
    const sleeps = containersOf(resource).some((container) =>
      blocks(container, 'resources').every((resources) => resources['cpu_idle'] !== false),
    );
    return [
      ...(min >= 1 ? [] : [`${address}: no instance is always there`]),
      ...(sleeps ? [`${address}: a container has its CPU during requests only`] : []),
    ];
  });

/** One pacer is the leader; further instances in the same service would only wait. */
export const pacerHasStandbys: Contract = (deployment) => {
  const pacers = ofType(deployment, SERVICE).filter((resource) => commandOf(resource) === 'pacer');
  const regions = new Set(pacers.map(({ values }) => textOf(values, 'location')));
  return deployment.isProduction && regions.size < 2
    ? [`pacers are in ${regions.size} regions; one must wait in another`]
    : [];
};

/** Probes ask the listener without tokens; on the port of requests they would be callers. */
export const instancesAreProbed: Contract = (deployment) =>
  ofType(deployment, SERVICE).flatMap((resource) => {
    const port = Number(environmentOf(resource)['TIDEMARK_ADMIN_PORT']);
    return ['startup_probe', 'liveness_probe'].flatMap((name) => {
      const probes = blocks(ownContainerOf(resource), `${name}.http_get`);
      if (probes.length === 0) return [`${resource.address}: no ${name} by HTTP`];
      return probes.every((probe) => probe['port'] === port)
        ? []
        : [`${resource.address}: ${name} doesn't ask TIDEMARK_ADMIN_PORT`];
    });
  });

export const requestsEndInTime: Contract = (deployment) =>
  runningOf(deployment).flatMap((resource) => {
    const timeout = textOf(templateOf(resource), 'timeout');
    return /^[1-9]\d*(\.\d+)?s$/.test(timeout) ? [] : [`${resource.address}: no timeout`];
  });

/** Regions with users need an API, and events need consumers. */
export const regionsAreStaffed: Contract = (deployment) => {
  const regions = new Set(
    (topologyOf(deployment)?.instances ?? []).flatMap(({ clusters }) =>
      clusters.filter(({ role }) => role === 'serving').map(({ region }) => region),
    ),
  );
  const services = ofType(deployment, SERVICE);
  return [...regions].flatMap((region) =>
    ['api', 'consumer']
      .filter(
        (role) =>
          !services.some((each) => commandOf(each) === role && textOf(each.values, 'location') === region),
      )
      .map((role) => `region ${region}: nothing runs the role ${role}`),
  );
};

/** Each consumer reads a subscription that is made, and knows where its dead letters go. */
export const consumersReadDeclaredSubscriptions: Contract = (deployment) => {
  const made = ofType(deployment, 'google_pubsub_subscription', 'google_pubsub_topic').map(({ values }) =>
    textOf(values, 'id'),
  );
  return ofType(deployment, SERVICE)
    .filter((resource) => commandOf(resource) === 'consumer')
    .flatMap((resource) =>
      ['TIDEMARK_PUBSUB_SUBSCRIPTION', 'TIDEMARK_PUBSUB_DEAD_LETTER_TOPIC']
        .map((variable) => [variable, environmentOf(resource)[variable] ?? ''] as const)
        .filter(([, name]) => !made.includes(name))
        .map(([variable, name]) => `${resource.address}: ${variable} is "${name}", which is not made`),
    );
};

/** Time from SIGTERM to SIGKILL on Cloud Run (https://cloud.google.com/run/docs/container-contract). */
const CLOUD_RUN_GRACE_MS = 10_000;

/** A consumer that is killed has returned none of its messages, and a pacer has not released its leadership. */
export const servicesEndInTime: Contract = (deployment) =>
  ofType(deployment, SERVICE).flatMap((resource) => {
    const config = readable(resource);
    const [command] = textsOf(ownContainerOf(resource), 'args');
    if (config === undefined) return [];
    // Cloud Run kills workers that hang before their supervisor would.
    const processes = { drainMarginMs: 0 };
    const endsMs = drainMs(command as Role, { ...config, processes });
    return endsMs <= CLOUD_RUN_GRACE_MS
      ? []
      : [`${resource.address}: takes up to ${endsMs} ms to end, and is killed after ${CLOUD_RUN_GRACE_MS}`];
  });

/** Returns the configuration of a service; undefined if it is invalid, which `environmentIsValid` reports. */
function readable(resource: Resource): Config | undefined {
  try {
    return loadConfig(environmentOf(resource));
  } catch {
    return undefined;
  }
}

/** An exporter without a receiver fails at each export. A collector runs beside services only. */
export const exportersHaveACollector: Contract = (deployment) =>
  runningOf(deployment)
    .filter((resource) => containersOf(resource).length < 2)
    .flatMap((resource) =>
      Object.keys(environmentOf(resource))
        .filter((name) => /^OTEL_EXPORTER_OTLP_.*ENDPOINT$/.test(name))
        .map((name) => `${resource.address}: ${name} names a collector, and none runs beside it`),
    );

/** A job needs a schedule, or it never runs. */
export const jobsAreStarted: Contract = (deployment) => {
  const targets = ofType(deployment, 'google_cloud_scheduler_job').flatMap(({ values }) =>
    blocks(values, 'http_target').map((target) => textOf(target, 'uri')),
  );
  const jobs = ofType(deployment, JOB);
  return [
    ...jobs
      .filter(({ values }) => !targets.some((uri) => uri.endsWith(`/jobs/${textOf(values, 'name')}:run`)))
      .map(({ address }) => `${address}: no google_cloud_scheduler_job starts it`),
    ...(jobs.some((job) => commandOf(job) === 'compactor') ? [] : ['nothing runs the role compactor']),
  ];
};

/** Cloud Run starts a job beside one that still runs: the two would scan the same rows. */
export const roundsDoNotOverlap: Contract = (deployment) => {
  const schedulers = ofType(deployment, 'google_cloud_scheduler_job');
  return ofType(deployment, JOB).flatMap((job) => {
    const { address, values } = job;
    const attempts = 1 + Number(templateOf(job)['max_retries']);
    const roundMinutes = (attempts * Number.parseFloat(textOf(templateOf(job), 'timeout'))) / 60;
    return schedulers
      .filter((each) => textOf(each.values, 'name') === textOf(values, 'name'))
      .filter((each) => !(shortestGapMinutes(textOf(each.values, 'schedule')) >= roundMinutes))
      .map(
        (each) =>
          `${address}: takes up to ${roundMinutes} minutes; starts at ${textOf(each.values, 'schedule')}`,
      );
  });
};

/** Each job works once and on its share of the rows; together those of a region have all of them. */
export const compactorsShareTheWork: Contract = (deployment) => {
  const jobs = ofType(deployment, JOB).filter((job) => commandOf(job) === 'compactor');
  const regions = [...new Set(jobs.map(({ values }) => textOf(values, 'location')))];
  const argsOf = (job: Resource) => textsOf(ownContainerOf(job), 'args');
  const once = jobs
    .filter((job) => !argsOf(job).includes('--once'))
    .map(() => 'a compactor job runs without --once');
  return regions.reduce<readonly string[]>((found, region) => {
    const shares = jobs
      .filter(({ values }) => textOf(values, 'location') === region)
      .map((job) => shareIn(argsOf(job)));
    const isComplete = shares.every((_, i) => shares.includes(`${i + 1}/${shares.length}`));
    return isComplete ? found : [...found, `compactors in ${region} have the shares ${shares.join(', ')}`];
  }, once);
};

const shareIn = (args: readonly string[]): string =>
  args.includes('--worker') ? args[args.indexOf('--worker') + 1]! : '1/1';

/** Cloud Logging charges for Cloud Run's entry of each request: in production that is more than the nodes cost. */
export const requestLogsAreSampled: Contract = (deployment) => {
  const filters = ofType(deployment, 'google_logging_project_exclusion').map(({ values }) =>
    textOf(values, 'filter'),
  );
  const isSampled = (name: string) =>
    filters.some(
      (filter) =>
        filter.includes('log_id("run.googleapis.com/requests")') &&
        filter.includes(`resource.labels.service_name="${name}"`) &&
        filter.includes('httpRequest.status<500'),
    );
  return ofType(deployment, SERVICE)
    .filter((resource) => deployment.isProduction && commandOf(resource) === 'api')
    .filter(({ values }) => !isSampled(textOf(values, 'name')))
    .map(({ address }) => `${address}: no google_logging_project_exclusion samples its request logs`);
};

/** An operator requests as quotas what this output states, so it must be what services and jobs are given. */
export const quotaNeedsAreComplete: Contract = (deployment) => {
  const needs = new Map<string, Allocation>();
  for (const resource of runningOf(deployment)) {
    const region = textOf(resource.values, 'location');
    const { cpu, memory_gib: memory } = allocationOf(resource);
    const before = needs.get(region) ?? { cpu: 0, memory_gib: 0 };
    needs.set(region, { cpu: before.cpu + cpu, memory_gib: before.memory_gib + memory });
  }
  const stated = deployment.outputs['quota_needs'] as Readonly<Record<string, Allocation>> | undefined;
  return [...needs]
    .filter(([region, { cpu, memory_gib: memory }]) => {
      const of = stated?.[region];
      return of?.cpu !== cpu || of.memory_gib !== memory;
    })
    .map(([region, need]) => `output quota_needs: ${region} needs ${JSON.stringify(need)}`);
};

interface Allocation {
  readonly cpu: number;
  readonly memory_gib: number;
}

/** Returns what Cloud Run allocates at most: all instances, and the minimum of a new revision beside the old one. */
function allocationOf(resource: Resource): Allocation {
  const instances =
    resource.type === JOB
      ? Number(blocks(resource.values, 'template')[0]?.['task_count'])
      : instancesOf(resource);
  const limits = containersOf(resource).flatMap((container) => blocks(container, 'resources.limits'));
  const sum = (of: (each: Values) => number) => limits.reduce((total, each) => total + of(each), 0);
  return {
    cpu: instances * sum((each) => Number(each['cpu'])),
    memory_gib: instances * sum((each) => Number.parseInt(textOf(each, 'memory'), 10) / 1024),
  };
}

function instancesOf({ values }: Resource): number {
  const [service] = blocks(values, 'scaling');
  const [revision] = blocks(values, 'template.scaling');
  const fixed = service?.['manual_instance_count'] ?? undefined;
  const [min, max] = [fixed ?? service?.['min_instance_count'], fixed ?? revision?.['max_instance_count']];
  return Number(min) + Number(max);
}

/** Claims about services and jobs of Cloud Run. */
import type { Check, VerifyContext } from '../check';
import { UncheckedError } from '../google';
import { at, listAt, numberAt, shortName, textAt, type Json } from '../json';

const HOUR_MS = 3_600_000;

/** Time within which each scheduled job must have succeeded: a day, and four hours for runs of different length. */
const SUCCESS_MAX_AGE_MS = 28 * HOUR_MS;

const inRegions = async (
  { google, project, regions }: VerifyContext,
  { host, collection }: { host: string; collection: string },
): Promise<readonly (readonly [string, readonly Json[]])[]> =>
  Promise.all(
    regions.map(
      async (region) =>
        [
          region,
          await google.list(`${host}/projects/${project}/locations/${region}/${collection}`, collection),
        ] as const,
    ),
  );

const ofEnvironment =
  ({ environment }: VerifyContext) =>
  (resource: Json): boolean =>
    shortName(resource).startsWith(`tidemark-${environment}-`);

async function servicesOf(context: VerifyContext): Promise<readonly (readonly [string, readonly Json[]])[]> {
  const all = await inRegions(context, { host: 'run.googleapis.com/v2', collection: 'services' });
  const own = all.map(([region, services]) => [region, services.filter(ofEnvironment(context))] as const);
  if (own.every(([, services]) => services.length === 0))
    throw new UncheckedError(`no service tidemark-${context.environment}-… in ${context.regions.join(', ')}`);
  return own;
}

async function jobsOf(context: VerifyContext): Promise<readonly Json[]> {
  const all = await inRegions(context, { host: 'run.googleapis.com/v2', collection: 'jobs' });
  return all.flatMap(([, jobs]) => jobs).filter(ofEnvironment(context));
}

/** `2`, `500m` → CPUs. */
const cpusOf = (limit: string): number =>
  limit.endsWith('m') ? Number(limit.slice(0, -1)) / 1_000 : Number(limit);

function maxInstances(service: Json): number {
  const manual = numberAt(service, 'scaling.manualInstanceCount');
  return textAt(service, 'scaling.scalingMode') === 'MANUAL'
    ? manual
    : numberAt(service, 'template.scaling.maxInstanceCount') || numberAt(service, 'scaling.maxInstanceCount');
}

const cpusOfService = (service: Json): number =>
  listAt(service, 'template.containers').reduce(
    (sum, container) => sum + cpusOf(textAt(container, 'resources.limits.cpu') || '1'),
    0,
  );

/** All services at their maximum fit into the region's quota of CPUs, which has a default of 20 in new projects. */
export const cloudRunQuota: Check = {
  id: 'cloud-run-quota',
  async run(context) {
    const { google, project } = context;
    const quota = await google.get(
      `cloudquotas.googleapis.com/v1/projects/${project}/locations/global/services/run.googleapis.com/quotaInfos/CpuAllocPerProjectRegion`,
    );
    const services = await servicesOf(context);
    return services.flatMap(([region, all]) => {
      const needed = all.reduce((sum, each) => sum + maxInstances(each) * cpusOfService(each), 0);
      const allowed = allowedCpus(quota, region);
      return needed <= allowed
        ? []
        : [
            `${region}: services may need ${needed} CPUs, and the quota CpuAllocPerProjectRegion is ${allowed}`,
          ];
    });
  },
};

/** The quota is in thousandths of a CPU, by region; an entry without a region is of all others. */
function allowedCpus(quota: Json, region: string): number {
  const infos = listAt(quota, 'dimensionsInfos');
  const own = infos.find((info) => textAt(info, 'dimensions.region') === region);
  const other = infos.find((info) => textAt(info, 'dimensions.region') === '');
  const value = textAt(own ?? other, 'details.value');
  if (value === '') throw new UncheckedError(`the quota CpuAllocPerProjectRegion has no value for ${region}`);
  return Number(value) / 1_000;
}

/** Terraform's scaling block is what Cloud Run returns: manual for roles without requests, a minimum for the API. */
export const cloudRunScaling: Check = {
  id: 'cloud-run-scaling',
  async run(context) {
    const services = await servicesOf(context);
    return services.flatMap(([region, all]) =>
      all.flatMap((service) => {
        const name = `${shortName(service)} in ${region}`;
        if (textAt(service, 'labels.role') === 'api')
          return numberAt(service, 'scaling.minInstanceCount') >= 1
            ? []
            : [`${name}: no instance is always there`];
        const isManual = textAt(service, 'scaling.scalingMode') === 'MANUAL';
        return isManual && numberAt(service, 'scaling.manualInstanceCount') >= 1
          ? []
          : [`${name}: is scaled by requests, of which it gets none`];
      }),
    );
  },
};

/** Cloud Run accepts the combinations of CPU and memory, images, files and accounts: each latest revision is ready. */
export const cloudRunReady: Check = {
  id: 'cloud-run-ready',
  async run(context) {
    const services = await servicesOf(context);
    return services.flatMap(([region, all]) =>
      all.flatMap((service) => {
        const name = `${shortName(service)} in ${region}`;
        const state = textAt(service, 'terminalCondition.state');
        if (state !== 'CONDITION_SUCCEEDED')
          return [`${name}: ${state} ${textAt(service, 'terminalCondition.message')}`];
        return textAt(service, 'latestReadyRevision') === textAt(service, 'latestCreatedRevision')
          ? []
          : [`${name}: its latest revision is not the one that serves`];
      }),
    );
  },
};

/** Each job is started, and succeeds; rounds of one job do not overlap, though Cloud Run would allow that. */
export const jobExecutions: Check = {
  id: 'job-executions',
  async run(context) {
    const jobs = await jobsOf(context);
    if (jobs.length === 0) return [`no job tidemark-${context.environment}-…: days are never packed`];
    const found = await Promise.all(
      jobs.map(async (job) => {
        const executions = await context.google.list(
          `run.googleapis.com/v2/${textAt(job, 'name')}/executions`,
          'executions',
        );
        return executionProblems(shortName(job), executions, context.nowMs);
      }),
    );
    return found.flat();
  },
};

function executionProblems(job: string, executions: readonly Json[], nowMs: number): string[] {
  const runs = executions
    .filter((each) => textAt(each, 'startTime') !== '')
    .map((each) => ({
      startMs: Date.parse(textAt(each, 'startTime')),
      endMs: at(each, 'completionTime') === undefined ? nowMs : Date.parse(textAt(each, 'completionTime')),
      isSuccess: numberAt(each, 'succeededCount') > 0,
    }))
    .sort((a, b) => a.startMs - b.startMs);
  const successes = runs.filter(({ isSuccess }) => isSuccess).map(({ endMs }) => endMs);
  const isRecent = successes.some((endMs) => nowMs - endMs <= SUCCESS_MAX_AGE_MS);
  const overlaps = runs.filter(({ startMs }, i) => runs.slice(0, i).some(({ endMs }) => endMs > startMs));
  return [
    ...(isRecent ? [] : [`${job}: no execution succeeded within 28 hours`]),
    ...overlaps.map(
      ({ startMs }) =>
        `${job}: the execution of ${new Date(startMs).toISOString()} began before an earlier one ended`,
    ),
  ];
}

/** Each job has a schedule that is on, and whose last attempt Cloud Run accepted. */
export const schedules: Check = {
  id: 'schedules',
  async run(context) {
    const jobs = await jobsOf(context);
    const found = await inRegions(context, { host: 'cloudscheduler.googleapis.com/v1', collection: 'jobs' });
    const all = found.flatMap(([, scheduled]) => scheduled);
    return jobs.flatMap((job) => {
      const schedule = all.find((each) =>
        textAt(each, 'httpTarget.uri').endsWith(`/jobs/${shortName(job)}:run`),
      );
      if (schedule === undefined) return [`${shortName(job)}: no schedule starts it`];
      const state = textAt(schedule, 'state');
      const code = numberAt(schedule, 'status.code');
      return [
        ...(state === 'ENABLED' ? [] : [`${shortName(job)}: its schedule is ${state}`]),
        ...(code === 0 ? [] : [`${shortName(job)}: the last attempt to start it failed with code ${code}`]),
      ];
    });
  },
};

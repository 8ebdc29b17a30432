import type { Service } from 'kubernetes-types/core/v1';
import type { NetworkPolicy } from 'kubernetes-types/networking/v1';
import { DEFAULTS } from '../../../src/config/defaults';
import type { GCPBackendPolicy, HealthCheckPolicy, HTTPRoute } from './google-types';
import type { Manifest } from './kustomize';
import { selects, type Workload } from './workloads';

/** Range of Google's health checks (https://cloud.google.com/load-balancing/docs/health-check-concepts#ip-ranges). */
const PROBE_RANGE = '35.191.0.0/16';

/** Longest wait of a request, in seconds: a long poll for the states of campaigns. */
const LONGEST_REQUEST_SECONDS = DEFAULTS.pacing.waitMaxMs / 1_000;

interface Context {
  readonly manifests: readonly Manifest[];
  readonly workloads: readonly Workload[];
}

/** A route leads from a gateway to services that the load balancer finds healthy, and waits for. */
export function gatewayProblems(manifests: readonly Manifest[], workloads: readonly Workload[]): string[] {
  return ofKind<HTTPRoute>(manifests, 'HTTPRoute').flatMap(({ metadata, spec }) => {
    const gateways = ofKind(manifests, 'Gateway').map(({ metadata: { name } }) => name);
    const backends = spec.rules.flatMap(({ backendRefs }) => backendRefs);
    return [
      ...spec.parentRefs
        .filter(({ name }) => !gateways.includes(name))
        .map(({ name }) => `HTTPRoute ${metadata.name} is of the Gateway ${name}, which is not there`),
      ...backends.flatMap((backend) => backendProblems(backend, { manifests, workloads })),
    ];
  });
}

function backendProblems({ name, port }: { name: string; port: number }, context: Context): string[] {
  const { manifests, workloads } = context;
  const service = ofKind<Service & Manifest>(manifests, 'Service').find(
    (each) => each.metadata.name === name,
  );
  const workload = workloads.find((each) => service && selects(service.spec?.selector ?? {}, each));
  if (!service?.spec?.ports?.some((each) => each.port === port) || workload === undefined)
    return [`a route leads to ${name}:${port}, where no Service is`];
  return [...healthCheckProblems(name, workload, manifests), ...policyProblems(name, workload, manifests)];
}

/** By default, GKE's health check requests `/` at the serving port, which no role answers with 200. */
function healthCheckProblems(name: string, workload: Workload, manifests: readonly Manifest[]): string[] {
  const policy = ofKind<HealthCheckPolicy>(manifests, 'HealthCheckPolicy').find(
    ({ spec }) => spec.targetRef.name === name,
  );
  const check = policy?.spec.default.config.httpHealthCheck;
  const admin = workload.container.ports?.find((each) => each.name === 'admin')?.containerPort;
  const isRight =
    check?.portSpecification === 'USE_FIXED_PORT' && check.port === admin && check.requestPath === '/readyz';
  return isRight ? [] : [`no HealthCheckPolicy requests /readyz at port ${admin} of ${name}`];
}

function policyProblems(name: string, workload: Workload, manifests: readonly Manifest[]): string[] {
  const policy = ofKind<GCPBackendPolicy>(manifests, 'GCPBackendPolicy').find(
    ({ spec }) => spec.targetRef.name === name,
  );
  const { timeoutSec = 30, connectionDraining } = policy?.spec.default ?? {};
  const admitted = ofKind<NetworkPolicy & Manifest>(manifests, 'NetworkPolicy').some(
    ({ spec }) =>
      selects(spec?.podSelector.matchLabels ?? {}, workload) &&
      spec?.ingress?.some(
        ({ from = [], ports = [] }) =>
          from.some(({ ipBlock }) => ipBlock?.cidr === PROBE_RANGE) &&
          ports.some(({ port }) => port === 'admin'),
      ),
  );
  return [
    ...(timeoutSec > LONGEST_REQUEST_SECONDS ? [] : [`requests to ${name} end after ${timeoutSec} s`]),
    ...((connectionDraining?.drainingTimeoutSec ?? 0) > 0
      ? []
      : [`requests to ${name} are cut when a pod ends`]),
    ...(admitted ? [] : [`no NetworkPolicy admits health checks of ${name} at its admin port`]),
  ];
}

const ofKind = <Kind extends { kind?: string } = Manifest>(
  manifests: readonly Manifest[],
  kind: string,
): readonly Kind[] => manifests.filter((each) => each.kind === kind) as unknown as readonly Kind[];

import type { Deployment } from 'kubernetes-types/apps/v1';
import type { Container, Probe, Service } from 'kubernetes-types/core/v1';
import type { HorizontalPodAutoscaler } from 'kubernetes-types/autoscaling/v2';
import type { PodDisruptionBudget } from 'kubernetes-types/policy/v1';
import { gatewayProblems } from './gateway-problems';
import type { Manifest } from './kustomize';
import { placementProblems } from './placement-problems';
import { privacyProblems } from './privacy-problems';
import { autoscalerProblems, spreadProblems } from './scaling-problems';
import { selects, workloadsOf, type Labels, type Workload } from './workloads';

/** Rules of this project for manifests, beyond their types. */
export function contractProblems(manifests: readonly Manifest[]): readonly string[] {
  const workloads = workloadsOf(manifests);
  return [
    ...workloads.flatMap((workload) =>
      [
        ...confinementProblems(workload),
        ...probeProblems(workload),
        ...nameProblems(workload, manifests),
        ...spreadProblems(workload),
      ].map((problem) => `${workload.kind} ${workload.name} ${problem}`),
    ),
    ...manifests.flatMap((manifest) => selectionProblems(manifest, workloads)),
    ...gatewayProblems(manifests, workloads),
    ...placementProblems(manifests, workloads),
    ...privacyProblems(workloads),
    ...manifests
      .filter(({ kind }) => kind === 'Secret')
      .map(({ metadata }) => `Secret ${metadata.name} is in a file`),
  ];
}

function confinementProblems({ template, container }: Workload): string[] {
  const { securityContext: pod, automountServiceAccountToken, hostNetwork, containers } = template.spec!;
  const { securityContext: own, resources, image = '' } = container;
  return [
    ...(containers.length === 1 ? [] : ['has other containers, which nothing is known of']),
    ...(pod?.runAsNonRoot === true && pod.runAsUser === 65532 ? [] : ['may run as root']),
    ...(pod?.seccompProfile?.type === 'RuntimeDefault' ? [] : ['may make any system call']),
    ...(own?.readOnlyRootFilesystem === true ? [] : ['may write to its root']),
    ...(own?.allowPrivilegeEscalation === false ? [] : ['may gain privileges']),
    ...(own?.capabilities?.drop?.includes('ALL') === true ? [] : ['keeps capabilities']),
    ...(automountServiceAccountToken === false ? [] : ['may ask Kubernetes']),
    ...(hostNetwork === true ? ["is in the node's network"] : []),
    ...(resources?.requests?.['cpu'] && resources.requests['memory'] ? [] : ['asks for no resources']),
    ...(resources?.limits?.['memory'] ? [] : ['has no limit of memory']),
    ...(/@sha256:[0-9a-f]{64}$|:dev$/.test(image) ? [] : [`has an image of no digest: ${image}`]),
  ];
}

/** Long-running processes are probed at their admin listener. */
function probeProblems({ kind, container }: Workload): string[] {
  if (kind !== 'Deployment') return [];
  const ports = (container.ports ?? []).map(({ name }) => name);
  const probes = {
    startup: container.startupProbe,
    liveness: container.livenessProbe,
    readiness: container.readinessProbe,
  };
  return Object.entries(probes).flatMap(([name, probe]: [string, Probe | undefined]) => {
    const port = probe?.httpGet?.port;
    if (port === undefined) return [`has no ${name} probe`];
    const wanted = name === 'liveness' ? '/healthz' : '/readyz';
    return [
      ...(ports.includes(String(port)) ? [] : [`is probed at the port ${port}, which it has not`]),
      ...(port === 'admin' ? [] : [`is probed at ${port}, where tokens are asked for`]),
      ...(probe?.httpGet?.path === wanted ? [] : [`asks ${probe?.httpGet?.path} for its ${name}`]),
    ];
  });
}

/** Referenced objects are among the manifests, except for secrets. */
function nameProblems({ template, container }: Workload, manifests: readonly Manifest[]): string[] {
  const has = (kind: string, name: string | undefined): boolean =>
    manifests.some((each) => each.kind === kind && each.metadata.name === name);
  const { volumes = [], serviceAccountName } = template.spec!;
  const maps = [
    ...(container.envFrom ?? []).map(({ configMapRef }) => configMapRef?.name),
    ...volumes.flatMap(({ configMap }) => (configMap === undefined ? [] : [configMap.name])),
  ];
  const mounted = (container.volumeMounts ?? []).map(({ name }) => name);
  const account = manifests.find(
    (each) => each.kind === 'ServiceAccount' && each.metadata.name === serviceAccountName,
  );
  const acting = account?.metadata.annotations?.['iam.gke.io/gcp-service-account'] ?? '';
  return [
    ...(has('ServiceAccount', serviceAccountName)
      ? []
      : [`names the account ${serviceAccountName}, which is not there`]),
    ...(/^[a-z0-9-]+@[a-z0-9-]+\.iam\.gserviceaccount\.com$/.test(acting)
      ? []
      : ['acts as no service account of Google']),
    ...maps
      .filter((name) => !has('ConfigMap', name))
      .map((name) => `names the map ${name}, which is not there`),
    ...mounted
      .filter((name) => volumes.every((volume) => volume.name !== name))
      .map((name) => `mounts ${name}, which is no volume`),
    ...volumes.filter(({ name }) => !mounted.includes(name)).map(({ name }) => `does not mount ${name}`),
    ...fileProblems({ container, volumes: mounted }),
  ];
}

/** A variable that names a file names one in a mounted folder. */
function fileProblems({
  container,
}: {
  readonly container: Container;
  readonly volumes: readonly string[];
}): string[] {
  const folders = (container.volumeMounts ?? []).map(({ mountPath }) => `${mountPath}/`);
  const files = (container.env ?? []).filter(({ name }) => name.endsWith('_FILE'));
  return files
    .filter(({ value = '' }) => !folders.some((folder) => value.startsWith(folder)))
    .map(({ name, value }) => `names by ${name} the file ${value}, which is not mounted`);
}

/** Each selector of pods matches exactly one workload. */
function selectionProblems(manifest: Manifest, workloads: readonly Workload[]): string[] {
  const { kind, metadata } = manifest;
  const found = (selector: Labels): string[] => {
    const count = workloads.filter((workload) => selects(selector, workload)).length;
    return count === 1 ? [] : [`${kind} ${metadata.name} selects ${count} workloads`];
  };
  switch (kind) {
    case 'Deployment':
      return found((manifest as Deployment).spec?.selector.matchLabels ?? {});
    case 'PodDisruptionBudget':
      return found((manifest as PodDisruptionBudget).spec?.selector?.matchLabels ?? {});
    case 'Service': {
      const { selector = {}, ports = [] } = (manifest as Service).spec!;
      const [workload] = workloads.filter((each) => selects(selector, each));
      const names = (workload?.container.ports ?? []).map(({ name }) => name);
      const deaf = ports.filter(({ targetPort }) => !names.includes(String(targetPort)));
      return [
        ...found(selector),
        ...deaf.map(
          ({ targetPort }) => `Service ${metadata.name} routes to ${targetPort}, where no container listens`,
        ),
      ];
    }
    case 'HorizontalPodAutoscaler':
      return autoscalerProblems(manifest as HorizontalPodAutoscaler & Manifest, workloads);
    default:
      return [];
  }
}

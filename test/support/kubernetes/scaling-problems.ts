import type { HorizontalPodAutoscaler, MetricSpec } from 'kubernetes-types/autoscaling/v2';
import { DEFAULTS } from '../../../src/config/defaults';
import type { Manifest } from './kustomize';
import { environmentValue, type Workload } from './workloads';

const BACKLOG = 'pubsub.googleapis.com|subscription|num_undelivered_messages';
const SUBSCRIPTION = 'resource.labels.subscription_id';

/** Without the key, pods of the previous version count during a rollout, and the new ones end up unevenly spread. */
export function spreadProblems({ template }: Workload): string[] {
  const constraints = template.spec?.topologySpreadConstraints ?? [];
  return constraints
    .filter(({ matchLabelKeys = [] }) => !matchLabelKeys.includes('pod-template-hash'))
    .map(({ topologyKey }) => `spreads over ${topologyKey} together with pods of its previous version`);
}

/** An autoscaler has a target and room, and that of a consumer follows the backlog of what the consumer reads. */
export function autoscalerProblems(
  autoscaler: HorizontalPodAutoscaler & Manifest,
  workloads: readonly Workload[],
): string[] {
  const { scaleTargetRef, minReplicas = 0, maxReplicas, metrics = [] } = autoscaler.spec!;
  const name = `HorizontalPodAutoscaler ${autoscaler.metadata.name}`;
  const target = workloads.find((each) => each.name === scaleTargetRef.name);
  if (target === undefined) return [`${name} scales ${scaleTargetRef.name}, which is not there`];
  return [
    ...(minReplicas >= 1 && minReplicas <= maxReplicas ? [] : [`${name} has no room`]),
    ...(target.container.args?.[0] === 'consume' ? backlogProblems(name, metrics, target) : []),
  ];
}

function backlogProblems(name: string, metrics: readonly MetricSpec[], consumer: Workload): string[] {
  const backlog = metrics.find(({ external }) => external?.metric.name === BACKLOG)?.external;
  if (backlog === undefined) return [`${name} does not follow the backlog of its subscription`];
  const read = environmentValue(consumer, 'TIDEMARK_PUBSUB_SUBSCRIPTION');
  const followed = backlog.metric.selector?.matchLabels?.[SUBSCRIPTION] ?? '';
  const { messagesInFlightMax } = DEFAULTS.pubsub;
  return [
    ...(followed === read
      ? []
      : [`${name} follows the backlog of ${followed}, and its consumers read ${read}`]),
    ...(Number(backlog.target.averageValue) > messagesInFlightMax
      ? []
      : [`${name} adds pods for messages in flight, of which each pod may have ${messagesInFlightMax}`]),
  ];
}

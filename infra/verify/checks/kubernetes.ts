/** Claims about GKE. Without `--kubernetes` they are not checked. */
import type { Check } from '../check';
import { listAt, textAt, type Json } from '../json';

const condition = (resource: Json, type: string): string =>
  textAt(
    listAt(resource, 'status.conditions').find((each) => textAt(each, 'type') === type),
    'status',
  );

const nameOf = (resource: Json): string => textAt(resource, 'metadata.name');

/** GKE has made the load balancer, and applies the health check to the API's Service. */
export const gateway: Check = {
  id: 'gateway',
  needsKubernetes: true,
  async run({ kubernetes }) {
    const [gateways, policies] = await Promise.all([
      kubernetes('gateways.gateway.networking.k8s.io'),
      kubernetes('healthcheckpolicies.networking.gke.io'),
    ]);
    const attached = policies.filter((policy) => condition(policy, 'Attached') === 'True');
    return [
      ...gateways
        .filter((each) => condition(each, 'Programmed') !== 'True')
        .map((each) => `gateway ${nameOf(each)} is not programmed`),
      ...(gateways.length > 0 &&
      !attached.some((policy) => textAt(policy, 'spec.targetRef.name') === 'tidemark-api')
        ? ['no HealthCheckPolicy is attached to tidemark-api: no pod gets a request']
        : []),
    ];
  },
};

/** The adapter provides the backlog: each autoscaler can compute its number of pods. */
export const autoscalers: Check = {
  id: 'autoscalers',
  needsKubernetes: true,
  async run({ kubernetes }) {
    const all = await kubernetes('horizontalpodautoscalers.autoscaling');
    if (all.length === 0) return ['no HorizontalPodAutoscaler in the namespace tidemark'];
    return all
      .filter((each) => condition(each, 'ScalingActive') !== 'True')
      .map((each) => {
        const conditions = listAt(each, 'status.conditions');
        const active = conditions.find((one) => textAt(one, 'type') === 'ScalingActive');
        return `autoscaler ${nameOf(each)} is not active: ${textAt(active, 'message') || 'no status'}`;
      });
  },
};

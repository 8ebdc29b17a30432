/**
 * Kinds that GKE adds to Kubernetes, as far as the manifests use them: a misspelt field would otherwise be dropped by the
 * API server. Sources: https://docs.cloud.google.com/kubernetes-engine/docs/how-to/configure-gateway-resources,
 * https://gateway-api.sigs.k8s.io/reference/spec/ and
 * https://github.com/GoogleCloudPlatform/prometheus-engine/blob/main/doc/api.md.
 */
import type { ObjectMeta } from 'kubernetes-types/meta/v1';

interface Typed<Version extends string, Kind extends string, Spec> {
  apiVersion: Version;
  kind: Kind;
  metadata: ObjectMeta;
  spec: Spec;
}

export type Gateway = Typed<
  'gateway.networking.k8s.io/v1',
  'Gateway',
  {
    gatewayClassName: string;
    listeners: {
      name: string;
      protocol: 'HTTP' | 'HTTPS';
      port: number;
      hostname?: string;
      tls?: { mode?: 'Terminate'; options?: Record<string, string> };
    }[];
    addresses?: { type?: string; value: string }[];
  }
>;

export type HTTPRoute = Typed<
  'gateway.networking.k8s.io/v1',
  'HTTPRoute',
  {
    parentRefs: { name: string; sectionName?: string }[];
    hostnames?: string[];
    rules: { backendRefs: { name: string; port: number }[] }[];
  }
>;

/** Object that a policy of GKE's Gateway applies to. */
interface TargetRef {
  group: '' | 'gateway.networking.k8s.io';
  kind: 'Service' | 'Gateway';
  name: string;
}

export type HealthCheckPolicy = Typed<
  'networking.gke.io/v1',
  'HealthCheckPolicy',
  {
    targetRef: TargetRef;
    default: {
      checkIntervalSec?: number;
      timeoutSec?: number;
      healthyThreshold?: number;
      unhealthyThreshold?: number;
      config: {
        type: 'HTTP';
        httpHealthCheck: {
          portSpecification?: 'USE_FIXED_PORT' | 'USE_NAMED_PORT' | 'USE_SERVING_PORT';
          port?: number;
          requestPath?: string;
        };
      };
    };
  }
>;

export type GCPBackendPolicy = Typed<
  'networking.gke.io/v1',
  'GCPBackendPolicy',
  {
    targetRef: TargetRef;
    default: {
      timeoutSec?: number;
      connectionDraining?: { drainingTimeoutSec: number };
      logging?: { enabled: boolean; sampleRate?: number };
      securityPolicy?: string;
    };
  }
>;

export type PodMonitoring = Typed<
  'monitoring.googleapis.com/v1',
  'PodMonitoring',
  {
    selector: { matchLabels: Record<string, string> };
    endpoints: { port: string | number; path?: string; interval: string; timeout?: string }[];
    targetLabels?: { fromPod?: { from: string; to?: string }[]; metadata?: string[] };
  }
>;

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Answer } from './google-world';
import { emailOf } from './google-world';

/** A program `kubectl` whose answers are files: the items of each kind. */
export interface FakeKubectl {
  /** Folder for `PATH`. */
  readonly folder: string;
  set(kind: string, items: readonly Answer[]): void;
  remove(): void;
}

export function createFakeKubectl(): FakeKubectl {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-kubectl-'));
  const script = `#!/bin/sh
[ "$1 $3 $4" = "get --namespace=tidemark --output=json" ] || { echo "unexpected: $*" >&2; exit 1; }
cat "${folder}/$2.json" || exit 1
`;
  writeFileSync(join(folder, 'kubectl'), script, { mode: 0o755 });
  return {
    folder,
    set: (kind, items) => writeFileSync(join(folder, `${kind}.json`), JSON.stringify({ items })),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Objects of a cluster that is as this repository describes it, by kind. */
export function rightCluster(): Record<string, Answer[]> {
  return {
    serviceaccounts: ['api', 'consumer'].map((role) => ({
      metadata: {
        name: `tidemark-${role}`,
        annotations: { 'iam.gke.io/gcp-service-account': emailOf(role) },
      },
    })),
    'gateways.gateway.networking.k8s.io': [
      { metadata: { name: 'tidemark' }, status: { conditions: [{ type: 'Programmed', status: 'True' }] } },
    ],
    'healthcheckpolicies.networking.gke.io': [
      {
        metadata: { name: 'tidemark-api' },
        spec: { targetRef: { name: 'tidemark-api' } },
        status: { conditions: [{ type: 'Attached', status: 'True' }] },
      },
    ],
    'horizontalpodautoscalers.autoscaling': [
      {
        metadata: { name: 'tidemark-consumer-ad-action' },
        status: { conditions: [{ type: 'ScalingActive', status: 'True', message: 'ok' }] },
      },
    ],
  };
}

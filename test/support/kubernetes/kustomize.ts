import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';

const FOLDER = join(__dirname, '../../../infra/kubernetes/overlays');

/** Overlays, as folders. */
export const OVERLAYS = ['dev', 'prod/us-central1', 'prod/europe-west1', 'prod/asia-east1'] as const;

export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly annotations?: Readonly<Record<string, string>>;
  };
  readonly data?: Readonly<Record<string, string>>;
  readonly spec?: unknown;
}

/** Why suites that render manifests are skipped; undefined when they run. Absence is a failure where CI is set. */
export function kubectlSkipReason(): string | undefined {
  if (spawnSync('kubectl', ['kustomize', '--help']).status === 0) return undefined;
  const reason = 'kubectl was not found (gcloud components install kubectl)';
  if (process.env['CI']) throw new Error(`${reason}, and CI is set`);
  return reason;
}

/** Returns the manifests that `kubectl apply -k` would send. */
export function renderOverlay(overlay: string): readonly Manifest[] {
  const text = execFileSync('kubectl', ['kustomize', join(FOLDER, overlay)], { encoding: 'utf8' });
  return parseAllDocuments(text).map((document) => document.toJS() as Manifest);
}

import type { CronJob, Job } from 'kubernetes-types/batch/v1';
import type { Deployment } from 'kubernetes-types/apps/v1';
import type { Container, PodTemplateSpec } from 'kubernetes-types/core/v1';
import type { Manifest } from './kustomize';

/** A manifest that runs pods. */
export interface Workload {
  readonly kind: string;
  readonly name: string;
  readonly template: PodTemplateSpec;
  readonly selector: Readonly<Record<string, string>> | undefined;
  readonly container: Container;
}

export function workloadsOf(manifests: readonly Manifest[]): readonly Workload[] {
  return manifests.flatMap((manifest): Workload[] => {
    const template = templateOf(manifest);
    if (template === undefined) return [];
    const selector = (manifest as Deployment).spec?.selector?.matchLabels;
    const [container] = template.spec?.containers ?? [];
    return [{ kind: manifest.kind, name: manifest.metadata.name, template, selector, container: container! }];
  });
}

function templateOf(manifest: Manifest): PodTemplateSpec | undefined {
  if (manifest.kind === 'CronJob') return (manifest as CronJob).spec?.jobTemplate.spec?.template;
  if (manifest.kind === 'Deployment' || manifest.kind === 'Job')
    return (manifest as Deployment | Job).spec?.template;
  return undefined;
}

export type Labels = Readonly<Record<string, string>>;

/** Returns whether a selector selects the pods of a workload. */
export const selects = (selector: Labels, { template }: Workload): boolean =>
  Object.entries(selector).every(([key, value]) => template.metadata?.labels?.[key] === value);

/** Returns a variable of the container itself; empty if it is set elsewhere or nowhere. */
export const environmentValue = ({ container }: Workload, name: string): string =>
  container.env?.find((each) => each.name === name)?.value ?? '';

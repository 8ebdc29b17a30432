import type { Block } from '../schema/schema';
import { isObject } from './values';
import type { ObjectValue, Value } from './values';

/** Defaults for all resources in the provider's own block. */
export interface ProviderDefaults {
  readonly project: string | undefined;
  readonly labels: ObjectValue;
}

export function providerDefaults(config: Value): ProviderDefaults {
  const settings = isObject(config) ? config : {};
  return {
    project: typeof settings['project'] === 'string' ? settings['project'] : undefined,
    labels: isObject(settings['default_labels']) ? settings['default_labels'] : {},
  };
}

/** Google's provider adds to what it plans what follows from the arguments: the project, and all labels. */
export function applyDefaults(block: Block, planned: ObjectValue, defaults: ProviderDefaults): ObjectValue {
  const has = (name: string) => block.attributes[name]?.computed === true;
  const labels = planned['labels'] ?? {};
  const all = isObject(labels) ? { ...defaults.labels, ...labels } : labels;
  return {
    ...planned,
    ...(has('project') && defaults.project !== undefined && isUnset(planned['project'])
      ? { project: defaults.project }
      : {}),
    ...(has('terraform_labels') ? { terraform_labels: all } : {}),
    ...(has('effective_labels') ? { effective_labels: all } : {}),
  };
}

const isUnset = (value: Value | undefined): boolean =>
  value === undefined || value === null || (typeof value === 'object' && !isObject(value));

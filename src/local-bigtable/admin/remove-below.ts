import type { DefinitionChange } from '../catalog/definition-store';
import type { LocalDependencies } from '../service/local-dependencies';

/** Removes the definitions below a deleted resource: its IAM policy, and a table's authorized views. */
export function removeBelow({ instances }: LocalDependencies, resource: string): void {
  const names = instances.definitions.namesWithPrefix(`${resource}/`);
  instances.definitions.writeAll(names.map((name): DefinitionChange => [name, undefined]));
}

import { ofType, textOf } from './deployment';
import type { Deployment } from './deployment';
import { roleOf } from './roles';

interface KeyRule {
  /** End of the secret's id. */
  readonly name: string;
  /** Number of such secrets: 0 where nothing needs the key. */
  readonly count: number;
  /** Roles that may read it. */
  readonly readers: readonly string[];
}

/** Returns the violations of a key that only some roles may read, and that is never in Terraform's state. */
export function keyProblems(deployment: Deployment, { name, count, readers }: KeyRule): readonly string[] {
  const ids = ofType(deployment, 'google_secret_manager_secret')
    .map(({ values }) => textOf(values, 'secret_id'))
    .filter((id) => id.endsWith(`-${name}`));
  const isOfOne = (secret: string) => ids.some((id) => secret === id || secret.endsWith(`/${id}`));
  const written = ofType(deployment, 'google_secret_manager_secret_version')
    .filter(({ values }) => isOfOne(textOf(values, 'secret')))
    .map(({ address }) => `${address}: puts ${name} into the state`);
  const granted = ofType(deployment, 'google_secret_manager_secret_iam_member')
    .filter(({ values }) => isOfOne(textOf(values, 'secret_id')))
    .map(({ address, values }) => ({ address, values, role: roleOf(deployment, values['member']) }));
  const others = granted
    .filter(({ role }) => !readers.includes(role))
    .map(({ address, values }) => `${address}: ${textOf(values, 'member')} may read ${name}`);
  const number = ids.length === count ? [] : [`there are ${ids.length} secrets for ${name}, not ${count}`];
  return [...number, ...written, ...others];
}

/** Which role an account is of, and which one a service or job of Cloud Run runs. */
import { blocks, ofType, textOf, textsOf } from './deployment';
import type { Deployment, Resource, Values } from './deployment';

export const SERVICE = 'google_cloud_run_v2_service';
export const JOB = 'google_cloud_run_v2_job';

/** Returns the role of an account, for example `api` for `tidemark-prod-api@…`, with or without a member prefix; empty for others. */
export function roleOf(deployment: Deployment, member: unknown): string {
  const email = typeof member === 'string' ? member.replace(/^serviceAccount:/, '') : '';
  const account = ofType(deployment, 'google_service_account').find(
    ({ values }) => values['email'] === email,
  );
  return /^tidemark-[a-z0-9]+-([a-z]+)$/.exec(textOf(account?.values, 'account_id'))?.[1] ?? '';
}

/** Services and jobs. */
export function runningOf(deployment: Deployment): readonly Resource[] {
  return ofType(deployment, SERVICE, JOB);
}

/** Returns the template of an instance. */
export function templateOf({ type, values }: Resource): Values {
  return blocks(values, type === JOB ? 'template.template' : 'template')[0] ?? {};
}

export function containersOf(resource: Resource): readonly Values[] {
  return blocks(templateOf(resource), 'containers');
}

const COMMANDS: Readonly<Record<string, string>> = {
  serve: 'api',
  consume: 'consumer',
  pace: 'pacer',
  compact: 'compactor',
  residency: 'mover',
  erase: 'eraser',
  pipeline: 'pipeline',
};

/** The container that runs the role, not what is beside it: its arguments begin with a command. */
export function ownContainerOf(resource: Resource): Values {
  return containersOf(resource).find((container) => commandIn(container) in COMMANDS) ?? {};
}

/** The role that a service or job runs, by its command; empty if it is none of ours. */
export function commandOf(resource: Resource): string {
  return COMMANDS[commandIn(ownContainerOf(resource))] ?? '';
}

const commandIn = (container: Values): string => textsOf(container, 'args')[0] ?? '';

/** Returns the variables of the container that runs the role. */
export function environmentOf(resource: Resource): Readonly<Record<string, string>> {
  const all = blocks(ownContainerOf(resource), 'env');
  return Object.fromEntries(all.map((env) => [textOf(env, 'name'), textOf(env, 'value')]));
}

/** The e-mail address of the account that a service or job runs as. */
export function accountOf(resource: Resource): string {
  return textOf(templateOf(resource), 'service_account');
}

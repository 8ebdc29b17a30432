/** Which role an account is of, and which one a service runs. */
import { ofType, textOf } from './deployment';
import type { Deployment, Resource } from './deployment';

/** Of `tidemark-prod-api@…`, with or without what kind of member it is: `api`. Empty for others. */
export function roleOf(deployment: Deployment, member: unknown): string {
  const email = typeof member === 'string' ? member.replace(/^serviceAccount:/, '') : '';
  const account = ofType(deployment, 'google_service_account').find(
    ({ values }) => values['email'] === email,
  );
  return /^tidemark-[a-z0-9]+-([a-z]+)$/.exec(textOf(account?.values, 'account_id'))?.[1] ?? '';
}

const COMMANDS: Readonly<Record<string, string>> = {
  serve: 'api',
  consume: 'consumer',
  pace: 'pacer',
  compact: 'compactor',
};

/** The role that a service or job runs: of its containers one has arguments that begin with a command, not with an option. */
export function commandOf({ values }: Resource): string {
  const args = /"args":\["([a-z]+)"/.exec(JSON.stringify(values))?.[1] ?? '';
  return COMMANDS[args] ?? `"${args}"`;
}

/** The account that a service or job runs as: its e-mail address. */
export function accountOf({ values }: Resource): string {
  return /"service_account":"([^"]+)"/.exec(JSON.stringify(values))?.[1] ?? '';
}

/** IAM: who a member can be, what a role is called, ids of accounts and custom roles. */
import { check, rules, text } from './rule';
import type { Rule } from './rule';

const EMAIL = '[^@\\s:]+@[^@\\s:]+\\.[^@\\s:]+';
const MEMBERS = [
  /^(allUsers|allAuthenticatedUsers)$/,
  new RegExp(`^(user|group):${EMAIL}$`),
  new RegExp(`^serviceAccount:(${EMAIL}|[^@\\s\\[]+\\.svc\\.id\\.goog\\[[^/\\]]+/[^/\\]]+\\])$`),
  /^domain:[^@\s:]+\.[^@\s:]+$/,
  /^(principal|principalSet):\/\/[a-z.]+\/\S+$/,
  /^(projectOwner|projectEditor|projectViewer):[a-z][-a-z0-9]+$/,
];

/** The role and the member of any `…_iam_member`. */
export const iamMember: Rule = rules(
  check('member', (value) =>
    typeof value === 'string' && !MEMBERS.some((form) => form.test(value))
      ? 'must be user:, group: or serviceAccount: with an e-mail address, domain:, principal:// or principalSet://'
      : undefined,
  ),
  text(
    'role',
    /^(roles\/[a-zA-Z]+(\.[a-zA-Z]+)*|(projects|organizations)\/[^/]+\/roles\/[a-zA-Z0-9_.]+)$/,
    'roles/… or projects/…/roles/…',
  ),
);

const permissions = check('permissions', (value) => {
  const texts = Array.isArray(value) ? (value as readonly unknown[]) : [];
  const wrong = texts.find((each) => typeof each === 'string' && !/^[a-z]+(\.[a-zA-Z]+){2}$/.test(each));
  return texts.length === 0 || wrong !== undefined
    ? 'must be permissions such as bigtable.tables.get'
    : undefined;
});

export const IDENTITY: Readonly<Record<string, Rule>> = {
  google_project_iam_custom_role: rules(
    text('role_id', /^[a-zA-Z0-9_.]{3,64}$/, '3 to 64 letters, digits, "_" and "."'),
    text('title', /^.{1,100}$/, 'at most 100 characters'),
    text('description', /^[^]{0,256}$/, 'at most 256 characters'),
    permissions,
  ),
  google_project_service: text(
    'service',
    /^[a-z][a-z0-9-]*(\.[a-z0-9-]+)*\.(googleapis\.com|cloud\.goog)$/,
    'the name of an API',
  ),
  google_service_account: rules(
    text(
      'account_id',
      /^[a-z][-a-z0-9]{4,28}[a-z0-9]$/,
      '6 to 30 small letters, digits and dashes, a letter first',
    ),
    text('display_name', /^.{0,100}$/, 'at most 100 characters'),
    text('description', /^[^]{0,256}$/, 'at most 256 characters'),
  ),
};

import { instanceNameOf, resourceId } from '../../catalog/definitions';
import { invalidArgumentError } from '../../grpc/rpc-error';
import { admin, int64, milliseconds } from '../../encoding/proto';
import type { LocalDependencies } from '../../service/local-dependencies';
import { checkName } from '../resource-names';

/** Returns a page of the backups of a cluster, or of all clusters of an instance for the cluster `-`. */
export function listBackups(
  { backups, catalog, clock }: LocalDependencies,
  request: admin.ListBackupsRequest,
): admin.IListBackupsResponse {
  const { parent } = request;
  checkName('cluster', 'parent', parent);
  const instance = catalog.instance(instanceNameOf(parent));
  const isAll = resourceId(parent) === '-';
  if (!isAll) instance.cluster(resourceId(parent));
  const prefix = isAll ? `${instance.name}/clusters/` : `${parent}/backups/`;
  const matches = compileFilter(request.filter);
  const sorted = backups
    .withPrefix(prefix, clock.nowMs())
    .filter(matches)
    .sort(compileOrder(request.orderBy));
  return pageOf(sorted, request);
}

function pageOf(
  sorted: readonly admin.Backup[],
  { pageSize, pageToken }: admin.ListBackupsRequest,
): admin.IListBackupsResponse {
  const after = pageToken === '' ? -1 : sorted.findIndex(({ name }) => name === pageToken);
  if (pageToken !== '' && after < 0) throw invalidArgumentError(`page_token is invalid: "${pageToken}"`);
  const rest = sorted.slice(after + 1);
  // "If 0 or less, defaults to the server's maximum allowed page size."
  const backups = pageSize > 0 ? rest.slice(0, pageSize) : rest;
  return { backups, nextPageToken: backups.length < rest.length ? (backups.at(-1)?.name ?? '') : '' };
}

type Value = string | number;

/** Fields that filters and orders can name. Times are in milliseconds. */
const FIELDS: Readonly<Record<string, (backup: admin.IBackup) => Value>> = {
  name: ({ name }) => name ?? '',
  source_table: ({ sourceTable }) => sourceTable ?? '',
  state: ({ state }) => admin.Backup.State[state as admin.Backup.State] ?? '',
  start_time: ({ startTime }) => milliseconds(startTime),
  end_time: ({ endTime }) => milliseconds(endTime),
  expire_time: ({ expireTime }) => milliseconds(expireTime),
  size_bytes: ({ sizeBytes }) => int64(sizeBytes),
};

type Order = (a: admin.IBackup, b: admin.IBackup) => number;

function compileOrder(text: string): Order {
  const parts = (text.trim() || 'start_time desc').split(',').map((part) => part.trim().split(/\s+/));
  const orders = parts.map(([name = '', direction = 'asc', ...more]): Order => {
    const field = FIELDS[name];
    if (field === undefined || more.length > 0 || !['asc', 'desc'].includes(direction)) {
      throw invalidArgumentError(
        `order_by must consist of ${FIELD_NAMES}, each with an optional "desc": "${text}"`,
      );
    }
    const sign = direction === 'desc' ? -1 : 1;
    return (a, b) => sign * compareValues(field(a), field(b));
  });
  orders.push((a, b) => compareValues(a.name ?? '', b.name ?? ''));
  return (a, b) => orders.reduce((result, order) => result || order(a, b), 0);
}

/** Compiles a filter: comparisons joined by AND, each optionally in parentheses. */
function compileFilter(text: string): (backup: admin.IBackup) => boolean {
  if (text.trim() === '') return () => true;
  const terms = text.split(/\sAND\s/i).map((term) => compileTerm(term.trim(), text));
  return (backup) => terms.every((term) => term(backup));
}

function compileTerm(term: string, filter: string): (backup: admin.IBackup) => boolean {
  const [, name = '', operator = '', quoted, bare = ''] = TERM.exec(term.replace(/^\((.*)\)$/, '$1')) ?? [];
  const field = FIELDS[name.toLowerCase()];
  if (field === undefined) {
    throw invalidArgumentError(
      `filter must consist of comparisons of ${FIELD_NAMES}, joined by AND; OR and NOT are not supported: "${filter}"`,
    );
  }
  const text = (quoted ?? bare).toLowerCase();
  return (backup) => {
    const value = field(backup);
    if (typeof value === 'number') return compares(operator, compareValues(value, numberOf(text)));
    const lower = value.toLowerCase();
    if (operator === ':' && quoted === undefined) return lower.includes(text);
    // A name is given in full, or by its last part.
    const given = text.includes('/') ? lower : resourceId(lower);
    return compares(operator, compareValues(given, text));
  };
}

function compares(operator: string, order: number): boolean {
  switch (operator) {
    case '<':
      return order < 0;
    case '<=':
      return order <= 0;
    case '>':
      return order > 0;
    case '>=':
      return order >= 0;
    case '!=':
      return order !== 0;
    default:
      return order === 0;
  }
}

/** Converts a number, or a time of the form YYYY-MM-DDTHH:MM:SSZ to milliseconds. */
function numberOf(text: string): number {
  const value = /^\d{4}-/.test(text) ? Date.parse(text.toUpperCase()) : Number(text);
  if (Number.isNaN(value))
    throw invalidArgumentError(`filter contains neither a number nor a time: "${text}"`);
  return value;
}

const compareValues = (a: Value, b: Value): number => (a < b ? -1 : a > b ? 1 : 0);

const FIELD_NAMES = Object.keys(FIELDS).join(', ');
const TERM = /^(\w+)\s*(<=|>=|!=|=|<|>|:)\s*(?:"([^"]*)"|([^\s"()]+))$/;

/** A request that the API reference sends, from the values of its form. */
import { shellWord } from '../query/as-curl';
import type { Operation } from './openapi';

export interface TryRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** Values by the names of parameters. Empty ones are not sent, except those of the path. */
export type ParameterValues = Readonly<Record<string, string | undefined>>;

/** Returns the request of the values. */
export function tryRequest(operation: Operation, values: ParameterValues, body: string): TryRequest {
  const { method, parameters } = operation;
  const path = operation.path.replace(/\{(\w+)\}/g, (_match, name: string) =>
    encodeURIComponent(values[name] ?? ''),
  );
  const search = new URLSearchParams();
  const headers: Record<string, string> = {};
  for (const { name, in: place } of parameters) {
    const value = values[name]?.trim() ?? '';
    if (value === '') continue;
    if (place === 'query') search.set(name, value);
    if (place === 'header') headers[name] = value;
  }
  const hasBody = operation.body !== undefined && body.trim() !== '';
  if (hasBody) headers['content-type'] = 'application/json';
  const query = search.toString();
  return {
    method,
    path: query === '' ? path : `${path}?${query}`,
    headers,
    body: hasBody ? body : undefined,
  };
}

/** Returns the values with which the form of an operation begins: the examples of the document. */
export function exampleValues({ parameters }: Operation): ParameterValues {
  const given = parameters.filter((each) => each.in === 'path' && each.example !== undefined);
  return Object.fromEntries(given.map(({ name, example }) => [name, String(example)]));
}

/** Returns names of path parameters without a value: their request would be that of another route. */
export function missingParameters({ parameters }: Operation, values: ParameterValues): readonly string[] {
  return parameters
    .filter((each) => each.in === 'path' && (values[each.name] ?? '') === '')
    .map(({ name }) => name);
}

/** Whether an operation changes what is stored, so that the page asks before it sends. */
export function changesData({ id, method, scope }: Operation): boolean {
  if (method === 'PUT' || method === 'DELETE') return true;
  return method === 'POST' && (scope?.endsWith(':write') === true || id === 'releaseReservations');
}

/** Returns the request as a curl command. The token stays a variable. */
export function curlText(
  { method, path, headers, body }: TryRequest,
  { origin, hasToken }: { readonly origin: string; readonly hasToken: boolean },
): string {
  const lines = [`curl -s ${method === 'GET' ? '' : `-X ${method} `}${shellWord(origin + path)}`];
  if (hasToken) lines.push('-H "authorization: Bearer $TIDEMARK_TOKEN"');
  for (const [name, value] of Object.entries(headers)) lines.push(`-H ${shellWord(`${name}: ${value}`)}`);
  if (body !== undefined) lines.push(`-d ${shellWord(body)}`);
  return lines.join(' \\\n  ');
}

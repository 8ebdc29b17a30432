import type { QueryRequest } from './request';

const METHODS = { counts: 'counts.query', caps: 'caps.check', features: 'features.fatigue' } as const;
const WIDTH = 88;
const INDENT = '  ';

/** Returns a request as a call of the typed client. */
export function asTypeScript(
  request: QueryRequest,
  { origin, hasToken }: { readonly origin: string; readonly hasToken: boolean },
): string {
  const options = { url: origin };
  const auth = hasToken ? ', auth: process.env.TIDEMARK_TOKEN' : '';
  const { kind, body, consistency } = request;
  const level = consistency === undefined ? '' : `, { consistency: ${literal(levelOf(consistency), '')} }`;
  const call =
    kind === 'objects'
      ? `objects.get(${literal(objectOf(request), '')}${level})`
      : `${METHODS[kind]}(${literal(body, '')}${level})`;
  return [
    "import { createClient } from 'tidemark/client';",
    '',
    `const tidemark = createClient({ url: ${literal(options.url, '')}${auth} });`,
    `const answer = await tidemark.${call};`,
  ].join('\n');
}

/** `bounded; max-staleness-ms=5000` as the client's options name it. */
function levelOf(header: string): unknown {
  const [level = '', ...parameters] = header.split(';').map((each) => each.trim());
  if (parameters.length === 0) return level;
  const age = parameters.find((each) => each.startsWith('max-staleness-ms='));
  return { level, maxStalenessMs: Number(age?.split('=')[1]) };
}

function objectOf({ path }: QueryRequest): object {
  const { pathname, searchParams } = new URL(path, 'http://localhost');
  const [, , , corpus = '', , id = ''] = pathname.split('/').map(decodeURIComponent);
  const cells = searchParams.get('dataTypes')?.split(',');
  const versions = searchParams.get('versions');
  return {
    corpus,
    id,
    ...(cells !== undefined && { select: cells.map(selectionOf) }),
    ...(versions !== null && { versions: Number(versions) }),
  };
}

function selectionOf(cell: string): object {
  const [dataType = '', subType] = cell.split('/');
  return subType === undefined ? { dataType } : { dataType, subTypes: [subType] };
}

/** Returns a value as TypeScript source: on one line if it fits. */
function literal(value: unknown, indent: string): string {
  const line = inline(value);
  if (line.length + indent.length <= WIDTH || typeof value !== 'object' || value === null) return line;
  const inner = indent + INDENT;
  const parts = Array.isArray(value)
    ? value.map((each) => literal(each, inner))
    : Object.entries(value).map(([name, each]) => `${keyOf(name)}: ${literal(each, inner)}`);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  return [open, ...parts.map((each) => `${inner}${each},`), indent + close].join('\n');
}

function inline(value: unknown): string {
  if (typeof value === 'string') return quoted(value);
  if (Array.isArray(value)) return `[${value.map(inline).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  const parts = Object.entries(value).map(([name, each]) => `${keyOf(name)}: ${inline(each)}`);
  return parts.length === 0 ? '{}' : `{ ${parts.join(', ')} }`;
}

const keyOf = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name));

const quoted = (text: string): string =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;

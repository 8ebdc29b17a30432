import { invalidArgument } from '../../errors';
import type { Endpoint } from '../endpoint';
import type { MediaType } from '../media-type';
import { PathTemplate } from './path-template';

/** An endpoint with everything derived from it once, before the first request. */
export interface CompiledEndpoint extends Endpoint {
  readonly template: PathTemplate;
  readonly requestTypes: readonly MediaType[];
  readonly responseTypes: readonly MediaType[];
  /** Headers of all error answers, as names and values in turn. */
  readonly failureHeaders?: readonly string[];
  /** Parses the query string. Throws `invalid_argument` for an unknown or repeated parameter. */
  parseQuery(search: string): URLSearchParams;
}

export function compileEndpoint(endpoint: Endpoint): CompiledEndpoint {
  const known = (endpoint.parameters ?? []).filter((each) => each.in === 'query').map((each) => each.name);
  return {
    ...endpoint,
    template: new PathTemplate(endpoint.path),
    requestTypes: Object.keys(endpoint.request ?? {}) as MediaType[],
    responseTypes: Object.keys(endpoint.response.forms) as MediaType[],
    handle: (request) => endpoint.handle(request),
    parseQuery: (search) => parseQuery(search, known),
  };
}

function parseQuery(search: string, known: readonly string[]): URLSearchParams {
  const query = new URLSearchParams(search);
  const seen = new Set<string>();
  for (const name of query.keys()) {
    if (!known.includes(name)) throw invalidArgument(name, 'unknown query parameter');
    if (seen.has(name)) throw invalidArgument(name, 'must be given once only');
    seen.add(name);
  }
  return query;
}

import { didYouMean } from '../../core/json/did-you-mean';

/** Length of a path, in characters, up to which a route is suggested: the comparison takes quadratic time. */
const PATH_LENGTH_MAX = 200;

/**
 * Returns the suggestion to append to a message about an unknown path: the nearest of the routes with the same number of
 * segments, with the path's own values of parameters; or an empty string.
 */
export function suggestRoute(path: string, routes: Iterable<string>): string {
  if (path.length > PATH_LENGTH_MAX) return '';
  const segments = path.split('/');
  const candidates: string[] = [];
  for (const route of routes) {
    const parts = route.split('/');
    if (parts.length !== segments.length) continue;
    candidates.push(parts.map((part, index) => (part.startsWith('{') ? segments[index] : part)).join('/'));
  }
  return didYouMean(path, candidates);
}

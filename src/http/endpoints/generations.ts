import type { RequestedGenerations } from '../../core/generations/pointer-vector';
import { parseGenerationsText } from '../../core/generations/requested-generations';
import type { ReadGenerations } from '../../operations/generations/served-generations';
import type { ApiRequest } from '../api-request';
import { GENERATIONS_HEADER } from '../openapi/object-documentation';

/** Returns the generations that a request names in its query. */
export function generationsOfQuery(request: ApiRequest): RequestedGenerations | undefined {
  const text = request.query('generations');
  return text === undefined ? undefined : parseGenerationsText(text, 'generations');
}

/** Returns the header with the generations of an answer: none if no selected DataType has generations. */
export function generationHeaders({ generations }: Pick<ReadGenerations, 'generations'>): readonly string[] {
  if (generations === undefined) return [];
  const items = Object.entries(generations).map(([family, number]) => `${family}=${number}`);
  return items.length === 0 ? [] : [GENERATIONS_HEADER, items.join(', ')];
}

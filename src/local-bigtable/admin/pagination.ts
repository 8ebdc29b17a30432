import { invalidArgumentError } from '../grpc/rpc-error';

interface PageRequest {
  readonly pageSize: number;
  readonly pageToken: string;
}

interface Page {
  readonly names: readonly string[];
  /** Empty when there is no further page. */
  readonly nextPageToken: string;
}

/** The names, which are in order, that a page has: those after the last of the page before, which is the token. */
export function paginate(names: readonly string[], { pageSize, pageToken }: PageRequest): Page {
  if (pageSize < 0) throw invalidArgumentError(`page_size is negative: ${pageSize}`);
  const rest = pageToken === '' ? names : names.filter((name) => name > pageToken);
  const page = pageSize > 0 ? rest.slice(0, pageSize) : rest;
  return { names: page, nextPageToken: page.length < rest.length ? (page.at(-1) ?? '') : '' };
}

import { invalidArgumentError } from '../grpc/rpc-error';

interface PageRequest {
  readonly pageSize: number;
  readonly pageToken: string;
}

interface Page {
  readonly names: readonly string[];
  /** Token of the next page; empty on the last page. */
  readonly nextPageToken: string;
}

/** Returns one page of sorted names. The page token is the last name of the previous page. */
export function paginate(names: readonly string[], { pageSize, pageToken }: PageRequest): Page {
  if (pageSize < 0) throw invalidArgumentError(`page_size must not be negative: ${pageSize}`);
  const rest = pageToken === '' ? names : names.filter((name) => name > pageToken);
  const page = pageSize > 0 ? rest.slice(0, pageSize) : rest;
  return { names: page, nextPageToken: page.length < rest.length ? (page.at(-1) ?? '') : '' };
}

import type { ComponentChildren } from 'preact';
import { isTidemarkError } from '../../client';
import type { Resource } from '../data/resource';
import { EmptyState } from './empty-state';
import { ErrorNote } from './error-note';
import { Loading } from './loading';

interface LoadedProps<T> {
  readonly resource: Resource<T>;
  readonly label?: string | undefined;
  readonly children: (data: T) => ComponentChildren;
}

/** The data of a request once there are some; until then that they load, or why they cannot be loaded. */
export function Loaded<T>({ resource, label, children }: LoadedProps<T>) {
  const { data, error, reload } = resource;
  if (error !== undefined) return <Failure error={error} onRetry={reload} />;
  if (data === undefined) return <Loading label={label ?? 'Loading'} />;
  return <div aria-busy={resource.loading}>{children(data)}</div>;
}

/** A failure. Missing rights are no mistake: the note names them, and the rest of the page works without. */
function Failure({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  if (isTidemarkError(error, 'permission_denied'))
    return (
      <EmptyState title="Your token does not allow this">
        <p>{error.message}</p>
      </EmptyState>
    );
  return <ErrorNote error={error} onRetry={onRetry} />;
}

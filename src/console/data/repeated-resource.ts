import { useEffect } from 'preact/hooks';
import { useResource, type Resource } from './resource';

/** Like `useResource`, and loads the data again in each interval, in milliseconds, while the page is visible. */
export function useRepeatedResource<T>(
  load: (signal: AbortSignal) => Promise<T>,
  deps: readonly unknown[],
  intervalMs: number,
): Resource<T> {
  const resource = useResource(load, deps);
  const { reload } = resource;
  useEffect(() => {
    const timer = setInterval(() => !document.hidden && reload(), intervalMs);
    return () => clearInterval(timer);
  }, [reload, intervalMs]);
  return resource;
}

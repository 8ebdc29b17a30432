import { useCallback, useEffect, useState } from 'preact/hooks';
import { isTidemarkError } from '../../client';

/** Data of a request, as far as they have arrived. While a request is repeated, the former data stay. */
export interface Resource<T> {
  readonly data: T | undefined;
  readonly error: unknown;
  readonly loading: boolean;
  /** Sends the request again. */
  readonly reload: () => void;
}

type State<T> = Omit<Resource<T>, 'reload'>;

/**
 * Loads data when the component appears and whenever one of `deps` changes. The signal aborts once the answer is no longer
 * needed. Add the client to `deps`, so that a new token loads the data again.
 */
export function useResource<T>(
  load: (signal: AbortSignal) => Promise<T>,
  deps: readonly unknown[],
): Resource<T> {
  const [state, setState] = useState<State<T>>({ data: undefined, error: undefined, loading: true });
  const [round, setRound] = useState(0);
  const reload = useCallback(() => setRound((each) => each + 1), []);
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    setState(({ data, error }) => ({ data, error, loading: true }));
    load(signal).then(
      (data) => {
        if (!signal.aborted) setState({ data, error: undefined, loading: false });
      },
      (error: unknown) => {
        if (signal.aborted || isTidemarkError(error, 'cancelled')) return;
        setState({ data: undefined, error, loading: false });
      },
    );
    return () => controller.abort();
  }, [...deps, round]);
  return { ...state, reload };
}

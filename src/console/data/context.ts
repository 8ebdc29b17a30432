import { effect, signal } from '@preact/signals';
import type { ConsoleContext } from '../../client/types';
import { currentClient } from './client';
import { credentials } from './token';

interface LoadedContext {
  readonly data: ConsoleContext | undefined;
  readonly error: unknown;
}

const context = signal<LoadedContext>({ data: undefined, error: undefined });
let isStarted = false;

/** Returns who the caller is and where the clusters are. It is loaded once for each caller. */
export function useConsole(): LoadedContext {
  if (!isStarted) start();
  return context.value;
}

/** Whether the caller has a scope. False until that is known. */
export function useScope(scope: ConsoleContext['caller']['scopes'][number]): boolean {
  return useConsole().data?.caller.scopes.includes(scope) ?? false;
}

function start(): void {
  isStarted = true;
  effect(() => {
    void credentials.value;
    const controller = new AbortController();
    const { signal: abort } = controller;
    currentClient()
      .console.context({ signal: abort })
      .then(
        (data) => (context.value = { data, error: undefined }),
        (error: unknown) => {
          if (!abort.aborted) context.value = { data: undefined, error };
        },
      );
    return () => controller.abort();
  });
}

import { signal } from '@preact/signals';

/** State of the live data: `off` if the server provides none. */
export type LiveStatus = 'connecting' | 'open' | 'waiting' | 'off';

export interface Live {
  readonly status: LiveStatus;
}

const live = signal<Live>({ status: 'off' });

/** Returns the live data, which all components share. */
export function useLive(): Live {
  return live.value;
}

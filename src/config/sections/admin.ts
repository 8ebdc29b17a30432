import { integer, text, type Environment } from '../environment';

/** Where a process tells how it is: to its orchestrator and to who collects metrics, neither of whom has a token. */
export function readAdmin<D extends { readonly host: string }>(env: Environment, d: D) {
  return {
    ...d,
    port: env.get(
      'TIDEMARK_ADMIN_PORT',
      integer(0, 65_535),
      undefined,
      'Port of a second listener, which answers `/healthz`, `/readyz` and `/metrics` without tokens; 0 takes a free one; by default there is none',
    ),
    host: env.get(
      'TIDEMARK_ADMIN_HOST',
      text,
      d.host,
      'Address of that listener: whoever reaches it may read the metrics',
    ),
  };
}

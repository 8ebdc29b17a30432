import { integer, type Environment } from '../environment';

/** Milliseconds between two looks at a file that is read again when it changes: topology, access file, keys. */
export function readFilePolling(env: Environment, fallback: number): number {
  return env.get(
    'TIDEMARK_FILES_POLL_INTERVAL_MS',
    integer(100, 3_600_000),
    fallback,
    'How often files that are read again when they change are looked at: topology, access file, keys',
  );
}

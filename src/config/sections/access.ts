import { invalidArgument } from '../../errors';
import { oneOf, text, type Environment } from '../environment';
import { isLoopback } from '../../platform/network/loopback';

/** Whether callers are told apart. */
export interface AccessSettings {
  /** Set: they are, as this file has it. */
  readonly file: string | undefined;
  /** They are not, although others than this machine may call: somebody has said so. */
  readonly open: boolean;
}

export function readAccess<D extends object>(env: Environment, d: D): D & AccessSettings {
  const file = env.get(
    'TIDEMARK_ACCESS_FILE',
    text,
    undefined,
    'File that says whose tokens are taken and who may do what; read again when it changes',
  );
  const open = env.get(
    'TIDEMARK_ACCESS',
    oneOf(['open']),
    undefined,
    'Lets everybody do everything, at an address that other machines can reach',
  );
  if (file !== undefined && open !== undefined)
    throw invalidArgument('TIDEMARK_ACCESS', 'cannot be "open" where TIDEMARK_ACCESS_FILE is set');
  return { ...d, file, open: open !== undefined };
}

/** Throws `invalid_argument` for a host that others can reach, where nobody has said that callers are told apart or need not be. */
export function requireAccessControl(host: string, { file, open }: AccessSettings): void {
  if (file !== undefined || open || isLoopback(host)) return;
  const ways = 'set TIDEMARK_ACCESS_FILE, which tells callers apart, or TIDEMARK_ACCESS=open';
  throw invalidArgument('TIDEMARK_HTTP_HOST', `${host} can be reached by other machines: ${ways}`);
}

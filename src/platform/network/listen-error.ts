import { invalidArgument, type TidemarkError } from '../../errors';

/** The settings that a listener's address comes from, as a user knows them. */
export interface AddressSettings {
  readonly port: string;
  readonly host: string;
}

const OF_THE_PORT: readonly unknown[] = ['EADDRINUSE', 'EACCES'];

/** Returns an `invalid_argument` for the setting to change when a listener cannot have its port or its address. */
export function listenError(
  { code, message }: NodeJS.ErrnoException,
  { host, port }: { readonly host: string; readonly port: number },
  settings: AddressSettings,
): TidemarkError {
  const reason = code ?? message;
  if (!OF_THE_PORT.includes(code)) return invalidArgument(settings.host, `no listener at ${host}: ${reason}`);
  const remedy =
    code === 'EADDRINUSE' ? 'another process uses it; choose another port' : 'choose a port from 1024 on';
  return invalidArgument(settings.port, `cannot listen on port ${port} of ${host}: ${remedy} (${reason})`);
}

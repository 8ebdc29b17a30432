import { oneOf, type Environment } from '../environment';

/** Reads whether the server has the console, the pages that show the store in a browser. */
export function readConsoleConfig(env: Environment) {
  return {
    enabled:
      env.get(
        'TIDEMARK_CONSOLE',
        oneOf(['on', 'off']),
        'on',
        'Whether the server has the console at `/console`; its pages need no token, but all that they show does',
      ) === 'on',
  };
}

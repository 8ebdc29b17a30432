import { systemRandom } from '../../platform/random';
import { createLogger } from '../../platform/telemetry/logger';
import type { Clock } from '../../platform/time/clock';
import { readContents } from '../../platform/files/watch-file';
import { readAccessFile } from './access-file';
import type { IssuerRules } from './access-rules';
import { loadJose } from './jose';
import type { IssuerKeyLimits } from './keys/issuer-keys';
import { openIssuerKeys } from './keys/open-issuer-keys';

/** An issuer of an access file, and why its keys cannot be used. */
export interface CheckedIssuer {
  readonly issuer: string;
  /** Undefined if the keys can be used. */
  readonly failure: string | undefined;
}

/**
 * Reads an access file, and the keys of each of its issuers once, as the API does. Throws `invalid_argument` for an
 * invalid file.
 */
export async function checkAccessFile(
  file: string,
  { limits, clock }: { readonly limits: IssuerKeyLimits; readonly clock: Clock },
): Promise<{ readonly callers: number; readonly issuers: readonly CheckedIssuer[] }> {
  const { issuers, callers } = readAccessFile(readContents(file), file);
  const jose = await loadJose();
  const checkIssuer = async (issuer: IssuerRules): Promise<CheckedIssuer> => {
    let failure: string | undefined;
    // The keys report failures to their log only.
    const logger = createLogger({ level: 'warn', service: 'tidemark', destination: { write: onLine } });
    function onLine(line: string): void {
      failure ??= (JSON.parse(line) as { readonly err?: { readonly message?: string } }).err?.message;
    }
    const onChange = (): void => undefined;
    const keys = openIssuerKeys({ issuer, jose, onChange, clock, random: systemRandom, logger, limits });
    try {
      await keys.reload();
      return { issuer: issuer.issuer, failure: keys.hasKeys ? undefined : (failure ?? 'no keys') };
    } finally {
      keys.stop();
    }
  };
  return { callers: callers.size, issuers: await Promise.all(issuers.map(checkIssuer)) };
}

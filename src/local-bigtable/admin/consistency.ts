import { invalidArgumentError } from '../grpc/rpc-error';
import type { UnaryHandler } from '../grpc/grpc-server';
import { admin } from '../encoding/proto';
import type { LocalServices } from '../service/local-services';
import { adminMethod } from './admin-method';

/**
 * A token names the latest commit at its making; it is consistent once all clusters have applied everything up to that.
 * Tokens of an earlier run of the server are: everything has arrived before a restart serves again.
 */
export function createGenerateConsistencyToken(context: LocalServices): UnaryHandler {
  const { catalog, commits, runId } = context;
  const types = [admin.GenerateConsistencyTokenRequest, admin.GenerateConsistencyTokenResponse] as const;
  return adminMethod(context, types, ({ name }) => {
    const { number } = catalog.table(name);
    return { consistencyToken: encodeToken({ table: number, version: commits.latestVersion, runId }) };
  });
}

export function createCheckConsistency(context: LocalServices): UnaryHandler {
  const { catalog, runId } = context;
  const types = [admin.CheckConsistencyRequest, admin.CheckConsistencyResponse] as const;
  return adminMethod(context, types, (request) => {
    const { number, replicated } = catalog.table(request.name);
    const token = decodeToken(request.consistencyToken);
    if (token?.table !== number) throw invalidArgumentError('The consistency token is not of this table');
    // Data Boost is to see the writes of its own cluster, which are readable there as soon as they are acknowledged.
    const consistent =
      request.mode === 'dataBoostReadLocalWrites' ||
      token.runId !== runId ||
      replicated.isReplicatedUpTo(token.version);
    return { consistent };
  });
}

interface Token {
  readonly table: number;
  readonly version: number;
  /** Versions count from the server's start. */
  readonly runId: string;
}

const encodeToken = (token: Token): string => Buffer.from(JSON.stringify(token)).toString('base64url');

function decodeToken(text: string): Token | undefined {
  try {
    const token = JSON.parse(Buffer.from(text, 'base64url').toString()) as Partial<Token> | null;
    const { table, version, runId } = token ?? {};
    const valid = Number.isSafeInteger(table) && Number.isSafeInteger(version) && typeof runId === 'string';
    return valid ? (token as Token) : undefined;
  } catch {
    return undefined;
  }
}

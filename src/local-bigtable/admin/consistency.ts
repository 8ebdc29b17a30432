import { invalidArgumentError } from '../grpc/rpc-error';
import type { UnaryHandler } from '../grpc/grpc-server';
import { admin } from '../encoding/proto';
import type { LocalDependencies } from '../service/local-dependencies';
import { adminMethod } from './admin-method';

/**
 * Creates a method that returns a token for the latest commit. The token is consistent once all clusters have applied
 * everything up to that commit. Tokens of an earlier run of the server are consistent, because a restart applies
 * everything before it serves.
 */
export function createGenerateConsistencyToken(dependencies: LocalDependencies): UnaryHandler {
  const { catalog, commits, runId } = dependencies;
  const types = [admin.GenerateConsistencyTokenRequest, admin.GenerateConsistencyTokenResponse] as const;
  return adminMethod(dependencies, types, ({ name }) => {
    const { number } = catalog.table(name);
    return { consistencyToken: encodeToken({ table: number, version: commits.latestVersion, runId }) };
  });
}

/** Creates a method that checks a consistency token. */
export function createCheckConsistency(dependencies: LocalDependencies): UnaryHandler {
  const { catalog, runId } = dependencies;
  const types = [admin.CheckConsistencyRequest, admin.CheckConsistencyResponse] as const;
  return adminMethod(dependencies, types, (request) => {
    const { number, replicated } = catalog.table(request.name);
    const token = decodeToken(request.consistencyToken);
    if (token?.table !== number)
      throw invalidArgumentError('The consistency token does not belong to this table');
    // Data Boost reads need only the writes of their own cluster, which are readable there once acknowledged.
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
  /** Run of the server. Versions are counted from its start. */
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

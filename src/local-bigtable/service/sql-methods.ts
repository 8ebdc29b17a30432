import type { StreamHandler, UnaryHandler } from '../grpc/grpc-server';
import type { LocalDependencies } from './local-dependencies';

/** Creates the method that checks a query. SQL is loaded with the first query: most processes have none. */
export function lazyPrepareQuery(dependencies: LocalDependencies): UnaryHandler {
  let loaded: Promise<UnaryHandler> | undefined;
  return async (...call) => {
    loaded ??= import('../sql/prepare-query.js').then((module) => module.createPrepareQuery(dependencies));
    return (await loaded)(...call);
  };
}

/** Creates the method that runs a query. */
export function lazyExecuteQuery(dependencies: LocalDependencies): StreamHandler {
  let loaded: Promise<StreamHandler> | undefined;
  return async (...call) => {
    loaded ??= import('../sql/execute-query.js').then((module) => module.createExecuteQuery(dependencies));
    return (await loaded)(...call);
  };
}

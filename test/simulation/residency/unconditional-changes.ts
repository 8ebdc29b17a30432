import { google } from '@google-cloud/bigtable/build/protos/protos';
import type { MethodHandler } from '../../../src/local-bigtable/index';
import { frameMessage } from '../../../src/platform/network/grpc';
import { CORPORA } from './world';

import data = google.bigtable.v2;

type Handlers = ReadonlyMap<string, MethodHandler>;
type UnaryHandler = Extract<MethodHandler, { readonly kind: 'unary' }>;

const SERVICE = '/google.bigtable.v2.Bigtable';
const CHECK_AND_MUTATE = `${SERVICE}/CheckAndMutateRow`;

/**
 * Returns handlers that make the conditional changes of movers to rows unconditional: each is applied, and reported as if
 * its condition had held. Those of the directory, of fences and of reservations stay conditional.
 */
export function withUnconditionalChanges(handlers: Handlers): Handlers {
  const checkAndMutate = handlers.get(CHECK_AND_MUTATE) as UnaryHandler;
  const mutate = handlers.get(`${SERVICE}/MutateRow`) as UnaryHandler;
  const changed: UnaryHandler = {
    ...checkAndMutate,
    async handle(message, headers) {
      const request = data.CheckAndMutateRowRequest.decode(message);
      const { tableName, appProfileId, rowKey, trueMutations, falseMutations } = request;
      const isOfMover =
        appProfileId.endsWith('-batch') && CORPORA.some((corpus) => tableName.endsWith(`/${corpus}`));
      if (!isOfMover) return checkAndMutate.handle(message, headers);
      const mutations = [...trueMutations, ...falseMutations];
      const plain = data.MutateRowRequest.encode({ tableName, appProfileId, rowKey, mutations }).finish();
      await mutate.handle(Buffer.from(plain), headers);
      const predicateMatched = trueMutations.length > 0;
      return frameMessage(data.CheckAndMutateRowResponse.encode({ predicateMatched }).finish());
    },
  };
  return new Map([...handlers, [CHECK_AND_MUTATE, changed]]);
}

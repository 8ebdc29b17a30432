import { adminMethod } from '../admin/admin-method';
import { checkName } from '../admin/resource-names';
import { data } from '../encoding/proto';
import type { UnaryHandler } from '../grpc/grpc-server';
import { RpcError } from '../grpc/rpc-error';
import { GrpcStatus } from '../../platform/network/grpc';
import { clientRegionOf } from '../service/data-method';
import type { LocalDependencies } from '../service/local-dependencies';
import { responseParamsOf } from '../service/response-params';
import { LOCAL_BIGTABLE_DEFAULTS } from '../defaults';
import { metadataOf, parameterType } from './encode/types';
import { timestampToProto } from './encode/values';
import { planQuery } from './plan/plan-query';
import { fingerprintOf, type SqlTableSchema } from './plan/table-schema';
import { sealPreparedQuery } from './prepared-query';
import { SqlError, withPlaces } from './sql-error';
import { parseTableQuery, schemaOf, type TableQuery } from './table-query';
import type { SqlType } from './types/sql-type';

const LIMITS = LOCAL_BIGTABLE_DEFAULTS.sql;

/** Creates the method that checks a query and returns its columns, and what ExecuteQuery needs to run it. */
export function createPrepareQuery(dependencies: LocalDependencies): UnaryHandler {
  const { catalog, clock } = dependencies;
  const types = [data.PrepareQueryRequest, data.PrepareQueryResponse] as const;
  return adminMethod(dependencies, types, (request, headers, answer) => {
    const { instanceName: instance, appProfileId } = request;
    checkName('instance', 'instance_name', instance);
    catalog.instance(instance).appProfile(appProfileId);
    const cluster = catalog.reachedCluster(instance, appProfileId, {
      access: 'read',
      clientRegion: clientRegionOf(headers, dependencies),
    });
    if (cluster !== undefined) answer?.addTrailers(responseParamsOf(cluster));
    const query = parseTableQuery(instance, request.query, LIMITS.queryBytesMax);
    const schema = schemaFor(dependencies, query);
    const parameters = parameterTypes(request.paramTypes);
    const plan = withPlaces(query.text, () => planQuery(query.syntax, { schema, parameters }));
    const validUntilMs = clock.nowMs() + LIMITS.preparedMs;
    return {
      metadata: metadataOf(plan.columns),
      preparedQuery: sealPreparedQuery({
        instance,
        query: query.text,
        parameters: [...parameters],
        schema: schema === undefined ? '' : fingerprintOf(schema),
        validUntilMs,
      }),
      validUntil: timestampToProto(BigInt(Math.floor(validUntilMs)) * 1_000n),
    };
  });
}

function schemaFor({ catalog }: LocalDependencies, query: TableQuery): SqlTableSchema | undefined {
  const { tableName, syntax } = query;
  if (tableName === undefined) return undefined;
  try {
    return schemaOf(catalog.table(tableName).replicated.base.families);
  } catch (error) {
    if (!(error instanceof RpcError) || error.status !== GrpcStatus.NOT_FOUND) throw error;
    return withPlaces(query.text, () => {
      throw new SqlError(`Table not found: ${syntax.from!.path}`, syntax.from!.at);
    });
  }
}

function parameterTypes(types: Readonly<Record<string, data.IType>>): Map<string, SqlType> {
  return new Map(
    Object.entries(types).map(([name, type]) => [name, parameterType(`param_types["${name}"]`, type)]),
  );
}

import { checkName } from '../admin/resource-names';
import { LOCAL_BIGTABLE_DEFAULTS } from '../defaults';
import { data, decode, encode } from '../encoding/proto';
import type { StreamHandler } from '../grpc/grpc-server';
import { invalidArgumentError } from '../grpc/rpc-error';
import type { MessageSink } from '../grpc/server-call';
import type { Replica } from '../replication/replica';
import { clientRegionOf, routeStream } from '../service/data-method';
import type { LocalDependencies } from '../service/local-dependencies';
import { responseParamsOf } from '../service/response-params';
import { crc32c } from './encode/crc32c';
import { metadataOf, parameterType } from './encode/types';
import { parameterValue } from './encode/values';
import { type ResultPosition, positionOf, resumeToken } from './execute/result-position';
import { QueryRun } from './execute/query-run';
import { expiredError } from './expired-query';
import { planQuery } from './plan/plan-query';
import { fingerprintOf } from './plan/table-schema';
import { openPreparedQuery, type PreparedQuery } from './prepared-query';
import { withPlaces } from './sql-error';
import { parseTableQuery, schemaOf, type TableQuery } from './table-query';
import type { SqlType, SqlValue } from './types/sql-type';

const LIMITS = LOCAL_BIGTABLE_DEFAULTS.sql;

/** Creates the method that runs a query and streams its result. */
export function createExecuteQuery(dependencies: LocalDependencies): StreamHandler {
  const { catalog } = dependencies;
  return (bytes, out, headers) => {
    const request = decode(data.ExecuteQueryRequest, bytes);
    const { instanceName: instance, appProfileId } = request;
    checkName('instance', 'instance_name', instance);
    const clientRegion = clientRegionOf(headers, dependencies);
    // Reported with errors in the query too, for which no replica is chosen.
    const cluster = catalog.reachedCluster(instance, appProfileId, { access: 'read', clientRegion });
    if (cluster !== undefined) out.addTrailers?.(responseParamsOf(cluster));
    const call = openCall(request);
    const { tableName } = call.query;
    if (tableName === undefined) {
      catalog.instance(instance).appProfile(appProfileId);
      return execute(dependencies, { ...call, replica: undefined, out }, out);
    }
    return routeStream(
      dependencies,
      { tableName, appProfileId },
      {
        method: { access: 'read' },
        out,
        headers,
        serve: (replica, sink) => execute(dependencies, { ...call, replica, out }, sink),
      },
    );
  };
}

/** Request whose query is parsed. */
interface Call {
  readonly request: data.ExecuteQueryRequest;
  /** Undefined for a query that was not prepared. */
  readonly prepared: PreparedQuery | undefined;
  readonly query: TableQuery;
  readonly parameters: ReadonlyMap<string, SqlType>;
}

function openCall(request: data.ExecuteQueryRequest): Call {
  const { instanceName: instance, preparedQuery, params } = request;
  if (preparedQuery.length === 0) {
    // The deprecated form: the text, and the types of the parameters with their values.
    const types = Object.entries<data.IValue | null>(params).map(([name, value]): [string, SqlType] => [
      name,
      parameterType(`params["${name}"].type`, value?.type),
    ]);
    const query = parseTableQuery(instance, request.query, LIMITS.queryBytesMax);
    return { request, prepared: undefined, query, parameters: new Map(types) };
  }
  const prepared = openPreparedQuery(preparedQuery as Uint8Array, instance);
  const query = parseTableQuery(instance, prepared.query, LIMITS.queryBytesMax);
  return { request, prepared, query, parameters: new Map(prepared.parameters) };
}

/** `out` receives trailers, and `sink` messages, which a simulated path delays. */
async function execute(
  { clock, commits }: LocalDependencies,
  {
    request,
    prepared,
    query,
    parameters,
    replica,
    out,
  }: Call & { replica: Replica | undefined; out: MessageSink },
  sink: MessageSink,
): Promise<void> {
  const schema = replica === undefined ? undefined : schemaOf(replica.families);
  const nowMs = clock.nowMs();
  if (prepared !== undefined) {
    const hasChanged = schema !== undefined && fingerprintOf(schema) !== prepared.schema;
    if (hasChanged || nowMs > prepared.validUntilMs) throw expiredError(out);
  }
  const plan = withPlaces(query.text, () => planQuery(query.syntax, { schema, parameters }));
  const values = parameterValues(parameters, request.params);
  const identity = identityOf(query.text, request.params);
  const position = startOf(identity, request.resumeToken as Uint8Array);
  if (prepared === undefined)
    await sink.write(encode(data.ExecuteQueryResponse, { metadata: metadataOf(plan.columns) }));
  if (position === 'end') {
    const results = { resumeToken: resumeToken(identity, undefined), reset: true };
    await sink.write(encode(data.ExecuteQueryResponse, { results }));
    return;
  }
  const run = new QueryRun(
    {
      text: query.text,
      identity,
      plan,
      parameters: values,
      nowMicros: BigInt(Math.floor(nowMs)) * 1_000n,
      table: replica === undefined || schema === undefined ? undefined : { replica, schema },
      position,
      commits,
      limits: LIMITS,
    },
    sink,
  );
  await run.run();
}

const startOf = (identity: number, token: Uint8Array): ResultPosition | 'end' | undefined =>
  token.length === 0 ? undefined : positionOf(identity, token);

function parameterValues(
  types: ReadonlyMap<string, SqlType>,
  params: Readonly<Record<string, data.IValue | null>>,
): Map<string, SqlValue> {
  for (const name of Object.keys(params)) {
    if (!types.has(name))
      throw invalidArgumentError(`params["${name}"] is not a parameter of the prepared query`);
  }
  return new Map(
    Array.from(types, ([name, type]) => {
      const value = params[name];
      if (!value) throw invalidArgumentError(`params["${name}"] is missing`);
      return [name, parameterValue(`params["${name}"]`, type, value)];
    }),
  );
}

/** Returns a checksum of everything but the table that a result depends on. */
function identityOf(text: string, params: Readonly<Record<string, data.IValue>>): number {
  return Object.keys(params)
    .sort()
    .reduce(
      (checksum, name) =>
        crc32c(data.Value.encode(params[name]!).finish(), crc32c(Buffer.from(name), checksum)),
      crc32c(Buffer.from(text)),
    );
}

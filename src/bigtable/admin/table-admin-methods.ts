/** Methods of the table-admin API that this client uses. */
import type { google as api } from '@google-cloud/bigtable/build/protos/protos';
import { google } from '../../gen/bigtable-admin';

/** One method of the table-admin API. */
export interface TableAdminMethod<Request, Answer> {
  readonly name: string;
  /** Whether a call may be sent again after an attempt that may have reached the server. */
  readonly idempotent: boolean;
  /** Field of the request that names the resource, and its value: Google's front ends route by it. */
  route(request: Request): Readonly<Record<string, string>>;
  encode(request: Request): Uint8Array;
  decode(answer: Buffer): Answer;
}

type Proto = typeof api.bigtable.admin.v2;
const proto = google.bigtable.admin.v2;

/** Encoder and decoder of protobufjs. */
interface Encoder<Request> {
  encode(request: Request): { finish(): Uint8Array };
}
interface Decoder<Answer> {
  decode(answer: Uint8Array): Answer;
}

/** Answers without content, and operations whose progress another method shows. */
const IGNORED: Decoder<undefined> = { decode: () => undefined };

/** Options of a method whose defaults fit most of them. */
interface MethodOptions {
  readonly idempotent: boolean;
  /** Field that names the resource. */
  readonly routedBy: 'name' | 'parent';
}

function method<Request extends { readonly [Field in 'name' | 'parent']?: string | null }, Answer>(
  name: string,
  request: Encoder<Request>,
  answer: Decoder<Answer>,
  { idempotent, routedBy }: MethodOptions,
): TableAdminMethod<Request, Answer> {
  return {
    name,
    idempotent,
    route: (message) => ({ [routedBy]: message[routedBy] ?? '' }),
    encode: (message) => request.encode(message).finish(),
    decode: (message) => answer.decode(message),
  };
}

const READ = { idempotent: true, routedBy: 'name' } as const;
const WRITE = { idempotent: false, routedBy: 'name' } as const;
const LIST = { idempotent: true, routedBy: 'parent' } as const;

export const CHECK_CONSISTENCY = method(
  'CheckConsistency',
  proto.CheckConsistencyRequest,
  proto.CheckConsistencyResponse,
  READ,
);
export const CREATE_TABLE = method('CreateTable', proto.CreateTableRequest, proto.Table, {
  idempotent: false,
  routedBy: 'parent',
});
export const DELETE_TABLE = method('DeleteTable', proto.DeleteTableRequest, IGNORED, WRITE);
export const DROP_ROW_RANGE = method('DropRowRange', proto.DropRowRangeRequest, IGNORED, READ);
export const GENERATE_CONSISTENCY_TOKEN = method(
  'GenerateConsistencyToken',
  proto.GenerateConsistencyTokenRequest,
  proto.GenerateConsistencyTokenResponse,
  READ,
);
export const GET_TABLE = method('GetTable', proto.GetTableRequest, proto.Table, READ);
export const LIST_BACKUPS = method('ListBackups', proto.ListBackupsRequest, proto.ListBackupsResponse, LIST);
export const LIST_TABLES = method('ListTables', proto.ListTablesRequest, proto.ListTablesResponse, LIST);
export const MODIFY_COLUMN_FAMILIES = method(
  'ModifyColumnFamilies',
  proto.ModifyColumnFamiliesRequest,
  proto.Table,
  WRITE,
);

type UpdateTableRequest = Parameters<Proto['UpdateTableRequest']['encode']>[0];

export const UPDATE_TABLE: TableAdminMethod<UpdateTableRequest, undefined> = {
  name: 'UpdateTable',
  idempotent: true,
  route: ({ table }) => ({ 'table.name': table?.name ?? '' }),
  encode: (request) => proto.UpdateTableRequest.encode(request).finish(),
  decode: () => undefined,
};

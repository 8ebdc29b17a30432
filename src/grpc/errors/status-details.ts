/** Encodes google.rpc.Status, the content of the trailer `grpc-status-details-bin`. */
import { LENGTH_DELIMITED, VARINT } from '../../core/protobuf/wire-types';
import { WireWriter } from '../../core/protobuf/wire-writer';

/** https://github.com/googleapis/googleapis/blob/master/google/rpc/status.proto */
export interface RpcStatus {
  readonly code: number;
  readonly message: string;
  /** Messages of google/rpc/error_details.proto, which `detail` makes. */
  readonly details: readonly Buffer[];
}

/** An invalid field of the request. */
export interface FieldViolation {
  readonly field: string;
  readonly description: string;
}

const ERROR_DOMAIN = 'tidemark';
const text = (field: number): number => (field << 3) | LENGTH_DELIMITED;
const number = (field: number): number => (field << 3) | VARINT;

export function encodeStatus({ code, message, details }: RpcStatus): Buffer {
  const writer = new WireWriter();
  writer.varint(number(1)).varint(code).text(text(2), message);
  for (const each of details) writer.bytes(text(3), each);
  return writer.message();
}

/** Returns a google.protobuf.Any with an ErrorInfo: the error code as the reason, and what else programs need. */
export function errorInfo(reason: string, metadata: ReadonlyMap<string, string>): Buffer {
  const writer = new WireWriter().text(text(1), reason).text(text(2), ERROR_DOMAIN);
  for (const [key, value] of metadata) {
    writer.bytes(text(3), new WireWriter().text(text(1), key).text(text(2), value).message());
  }
  return detail('ErrorInfo', writer.message());
}

export function badRequest(violations: readonly FieldViolation[]): Buffer {
  const writer = new WireWriter();
  for (const { field, description } of violations) {
    writer.bytes(text(1), new WireWriter().text(text(1), field).text(text(2), description).message());
  }
  return detail('BadRequest', writer.message());
}

export function retryInfo(seconds: number): Buffer {
  const delay = new WireWriter().varint(number(1)).varint(seconds).message();
  return detail('RetryInfo', new WireWriter().bytes(text(1), delay).message());
}

export function requestInfo(requestId: string): Buffer {
  return detail('RequestInfo', new WireWriter().text(text(1), requestId).message());
}

function detail(name: string, message: Buffer): Buffer {
  const typeUrl = `type.googleapis.com/google.rpc.${name}`;
  return new WireWriter().text(text(1), typeUrl).bytes(text(2), message).message();
}

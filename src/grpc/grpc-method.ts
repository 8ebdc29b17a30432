import type { Endpoint } from '../http/endpoint';

/** A unary method of the gRPC services. */
export interface GrpcMethod {
  /** Service and method, such as `tidemark.v1.Counts/Query`. */
  readonly name: string;
  /**
   * Access rules, limits and names of the operation. The handler reads the request message from the body, and answers
   * with a message.
   */
  readonly endpoint: Endpoint;
}

/** Handles a request whose body is a message. */
export type EndpointHandler = Endpoint['handle'];

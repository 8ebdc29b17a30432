import type { HttpServer } from '../http/server/http-server';
import type { GrpcServer } from './server/grpc-server';

/** Drains both servers of a process. New calls are rejected when the grace periods of both are over. */
export async function drainServers(server: HttpServer, grpc: GrpcServer | undefined): Promise<void> {
  const grace = grpc?.beginDrain();
  await Promise.all([server.drain(grace), grace?.then(() => grpc?.drain())]);
}

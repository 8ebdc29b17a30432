import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A server that stores one Terraform state in memory, and the configuration of the backend that uses it. */
interface StateServer {
  /** Arguments of `terraform init` for a configuration with the backend `http`. */
  readonly initArguments: readonly string[];
  stop(): void;
}

/** The text of a file `*_override.tf` that makes Terraform use the backend `http`. */
export const HTTP_BACKEND = 'terraform {\n  backend "http" {}\n}\n';

/**
 * Starts a server for Terraform's backend `http`. Terraform writes a state file again after each resource, which takes more than half
 * of the processor time of a rehearsed `apply`. A backend gets the state at the end.
 */
export async function startStateServer(): Promise<StateServer> {
  let state: Buffer | undefined;
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.method === 'POST') state = await buffer(request);
    const body = request.method === 'GET' ? state : undefined;
    response.writeHead(request.method === 'GET' && body === undefined ? 404 : 200).end(body);
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    initArguments: [`-backend-config=address=http://127.0.0.1:${port}/`],
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

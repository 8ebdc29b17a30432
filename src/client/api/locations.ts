import type { Send } from '../call';
import type { CallOptions } from '../options';
import type { Location, LocationAssignment, MoveRequest, RequestedMoves } from '../types';

/** Names an object of a placement group. */
export interface LocationName {
  readonly group: string;
  readonly objectId: string;
}

/** Reads and assigns the locations of users' data. */
export class LocationsApi {
  readonly #send: Send;

  constructor(send: Send) {
    this.#send = send;
  }

  async get(name: LocationName, options?: CallOptions): Promise<Location> {
    return (await this.#send({ operation: 'getLocation', path: { ...name }, options })).body as Location;
  }

  /** Assigns a placement to an object without data. */
  async put(name: LocationName, assignment: LocationAssignment, options?: CallOptions): Promise<Location> {
    const call = { path: { ...name }, body: assignment, options };
    return (await this.#send({ operation: 'putLocation', ...call })).body as Location;
  }

  /** Records waves that move users to another placement. */
  async move(request: MoveRequest, options?: CallOptions): Promise<RequestedMoves> {
    return (await this.#send({ operation: 'moveLocations', body: request, options })).body as RequestedMoves;
  }
}

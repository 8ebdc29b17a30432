/** Path in a resource's configuration: names of arguments and indexes of blocks. */
export type Path = readonly (string | number)[];

/** Violation of a schema or rule by a resource's configuration. */
export interface Problem {
  readonly path: Path;
  readonly summary: string;
}

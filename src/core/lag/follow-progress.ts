/** Progress of a pipeline that follows changes. */
export interface FollowProgress {
  readonly pipeline: string;
  /**
   * Commit time up to which all changes are processed, in milliseconds since the Unix epoch. It is an estimate: the watermarks
   * of Bigtable's change streams are.
   */
  readonly processedUpToMs: number;
  /** Number of partitions of the change streams. */
  readonly partitions: number;
  /** Number of workers that hold partitions. A worker that has just died is among them. */
  readonly workers: number;
}

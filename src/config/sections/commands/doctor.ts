const MIB = 1024 * 1024;

/** Limits of `tidemark doctor`. */
export const DOCTOR_DEFAULTS = {
  /** Time limit of each check, in milliseconds. */
  checkTimeoutMs: 15_000,
  /** Time limit of the calls of a check, retries included, in milliseconds: less, so that their own error is reported. */
  callTimeoutMs: 10_000,
  /** Time limit of a request to the process that uses a port, in milliseconds. */
  portTimeoutMs: 2_000,
  /** Oldest version of Node.js that works: major and minor. */
  nodeVersionMin: [20, 15],
  /** Oldest major version of Node.js that gets security fixes. */
  nodeMajorMaintained: 22,
  /** Free disk space below which the check fails, and below which it warns, in bytes. */
  diskFreeBytesMin: 100 * MIB,
  diskFreeBytesLow: 1024 * MIB,
  /** Memory that is left for a process beside its heap: buffers, code and the operating system, in bytes. */
  memoryBesideHeapBytes: 128 * MIB,
  /** Memory of a machine or container below which the check warns, in bytes. */
  memoryBytesLow: 512 * MIB,
  /** Resolution of the HTTP header `date`, in milliseconds. */
  dateResolutionMs: 1_000,
  /** Maximum number of edits from a name to the variable that it is taken for. */
  variableEditsMax: 2,
  /** Shortest name that is taken for a misspelt variable, in characters. */
  variableLengthMin: 8,
} as const;

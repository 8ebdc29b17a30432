/** Checks which cluster has answered a call. Bigtable reports it only in the metadata of its answers. */
import { google } from '../../gen/bigtable';
import { GrpcStatus } from '../../platform/network/grpc';
import { BigtableError } from './bigtable-error';

/**
 * Name of the metadata field: a `google.bigtable.v2.ResponseParams` in base64. Google's clients read it for their
 * metrics. It is undocumented, and Google's emulator does not send it.
 */
export const RESPONSE_PARAMS_HEADER = 'x-goog-ext-425905942-bin';

/** Returns the error that an answer with this metadata must end with; undefined when the answer is acceptable. */
export type AnswerCheck = (responseParams: string) => BigtableError | undefined;

export interface AnswerCheckOptions {
  /** Id of the cluster that the app profile routes to. Undefined: any cluster may answer. */
  readonly expected: string | undefined;
  /**
   * Called with the id of the answering cluster: for each unexpected answer, for the first expected one after it, and
   * occasionally for others.
   */
  readonly onAnswer: (clusterId: string) => void;
}

/** Maximum number of remembered `ResponseParams` values. A value also names the frontend, of which there are a few. */
const KNOWN_MAX = 64;

/** Creates a check that accepts answers of the expected cluster and answers that do not report their cluster. */
export function createAnswerCheck({ expected, onAnswer }: AnswerCheckOptions): AnswerCheck {
  const accepted = new Set<string>();
  return (responseParams) => {
    if (accepted.has(responseParams)) return undefined;
    const clusterId = clusterIdOf(responseParams);
    if (clusterId === undefined) return undefined;
    onAnswer(clusterId);
    const isOther = expected !== undefined && clusterId !== expected;
    // After an unexpected answer, the next expected one is reported again.
    if (isOther || accepted.size >= KNOWN_MAX) accepted.clear();
    if (isOther) return otherClusterError(clusterId, expected);
    accepted.add(responseParams);
    return undefined;
  };
}

function clusterIdOf(responseParams: string): string | undefined {
  try {
    const { clusterId } = google.bigtable.v2.ResponseParams.decode(Buffer.from(responseParams, 'base64'));
    return clusterId || undefined;
  } catch {
    return undefined;
  }
}

/** Returns the error of an answer from another cluster. A write has been applied at that other cluster. */
function otherClusterError(clusterId: string, expected: string): BigtableError {
  const message = `answered by the cluster ${clusterId}, but the app profile must route to ${expected}`;
  return new BigtableError(GrpcStatus.UNAVAILABLE, message, { broken: true, untrusted: true });
}

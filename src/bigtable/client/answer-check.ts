/** Which cluster has answered a call. Bigtable reports it in the metadata of its answers, and no other part of them does. */
import { google } from '../../gen/bigtable';
import { GrpcStatus } from '../../platform/network/grpc';
import { BigtableError } from './bigtable-error';

/**
 * Name of the metadata: a `google.bigtable.v2.ResponseParams` in base64. Google's clients read it for their metrics. No
 * document promises it, and Google's emulator does not send it.
 */
export const RESPONSE_PARAMS_HEADER = 'x-goog-ext-425905942-bin';

/** Returns why the answer with this metadata cannot be taken; undefined where it can. */
export type AnswerCheck = (responseParams: string) => BigtableError | undefined;

export interface AnswerCheckOptions {
  /** Id of the cluster that the app profile routes to. Undefined: any cluster may answer. */
  readonly expected: string | undefined;
  /** Called with the id of the cluster that has answered: of each unexpected answer, of the first expected one after it, and of others now and then. */
  readonly onAnswer: (clusterId: string) => void;
}

/** A cluster reports the frontend too, of which there are a few. */
const KNOWN_MAX = 64;

/** Answers that do not report their cluster are taken. */
export function createAnswerCheck({ expected, onAnswer }: AnswerCheckOptions): AnswerCheck {
  const known = new Set<string>();
  return (responseParams) => {
    if (known.has(responseParams)) return undefined;
    const clusterId = clusterIdOf(responseParams);
    if (clusterId === undefined) return undefined;
    onAnswer(clusterId);
    const isOther = expected !== undefined && clusterId !== expected;
    // After an unexpected answer the next expected one is worth reporting.
    if (isOther || known.size >= KNOWN_MAX) known.clear();
    if (isOther) return otherCluster(clusterId, expected);
    known.add(responseParams);
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

/** What a write has done, it has done at the other cluster. */
function otherCluster(clusterId: string, expected: string): BigtableError {
  const message = `answered by the cluster ${clusterId}, though the app profile is to lead to ${expected}`;
  return new BigtableError(GrpcStatus.UNAVAILABLE, message, { broken: true, untrusted: true });
}

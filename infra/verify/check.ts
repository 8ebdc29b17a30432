import type { Google } from './google';
import type { Json } from './json';

/** Project that is verified, and access to it. */
export interface VerifyContext {
  readonly project: string;
  /** Environment of Terraform: `dev`, `prod`. */
  readonly environment: string;
  /** Regions of the services. */
  readonly regions: readonly string[];
  /** Folder of this repository, whose files the project is compared with. */
  readonly repository: string;
  readonly google: Google;
  /** Returns the objects of a kind in the namespace `tidemark` of the current Kubernetes cluster. */
  readonly kubernetes: (kind: string) => Promise<readonly Json[]>;
  readonly nowMs: number;
}

/** A claim about a deployment that only the live project can show. */
export interface Check {
  /** Name in `--only`, in the output, and in docs/operations/unverified.md. */
  readonly id: string;
  /** Whether the claim is about a Kubernetes cluster, and checked with `--kubernetes` only. */
  readonly needsKubernetes?: boolean;
  /** Whether the claim is not made of `dev`. */
  readonly isForProduction?: boolean;
  /** Returns a sentence for each difference between the claim and the project; empty if it holds. */
  readonly run: (context: VerifyContext) => Promise<readonly string[]>;
}

export interface CheckResult {
  readonly id: string;
  /** `unchecked`: a permission or an API is missing, so that nothing is known. */
  readonly outcome: 'holds' | 'differs' | 'unchecked';
  readonly details: readonly string[];
}

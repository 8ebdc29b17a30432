import type { EventDataType } from '../../core/schema/schema';
import type { CapsAnswer, CheckCapsRequest } from './check-caps';
import { Job } from './keyed-batcher';

export interface ReleaseRequest {
  readonly dataType: EventDataType;
  readonly userId: string;
  /** Distinct. */
  readonly ids: readonly string[];
}

export interface ReleaseAnswer {
  readonly released: readonly string[];
  /** Released before, expired and cleared away, or never made. */
  readonly notFound: readonly string[];
}

/** What a transaction of unknown outcome would have brought about: its caller learns of it when it turns out to be so. */
export class CheckJob extends Job<CheckCapsRequest, CapsAnswer> {
  readonly kind = 'check';
  readonly uncertain: { readonly answer: CapsAnswer; readonly ids: readonly string[] }[] = [];
}

export class ReleaseJob extends Job<ReleaseRequest, ReleaseAnswer> {
  readonly kind = 'release';
  /** Ids that a transaction of unknown outcome would have released. */
  readonly uncertain = new Set<string>();
}

export type CapsJob = CheckJob | ReleaseJob;

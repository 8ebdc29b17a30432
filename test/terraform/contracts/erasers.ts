import type { Deployment, Resource } from './deployment';
import { ofType } from './deployment';
import { SERVICE, commandOf } from './roles';

/** Returns the services that complete erasures. */
export const erasersOf = (deployment: Deployment): readonly Resource[] =>
  ofType(deployment, SERVICE).filter((service) => commandOf(service) === 'eraser');

/** Whether erasures are processed: there is an account for it. */
export const hasErasers = (deployment: Deployment): boolean =>
  ofType(deployment, 'google_service_account').some(({ values }) =>
    String(values['account_id']).endsWith('-eraser'),
  );

/** Permissions of erasers besides access to rows: what certificates state, and the proof that each cluster has a deletion. */
export const ERASURE_PERMISSIONS: readonly string[] = [
  'bigtable.backups.list',
  'bigtable.tables.checkConsistency',
  'bigtable.tables.generateConsistencyToken',
  'bigtable.tables.get',
];

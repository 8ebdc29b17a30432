/**
 * Table of the ledger of erasures and withdrawals. It may be in an instance of its own, so that a restore of the corpora
 * does not take back what it lists.
 */
export const LEDGER_TABLE = 'privacy_ledger';

/** Family of the ledger's entries. Nothing in it is collected as garbage: an erasure must outlive every backup. */
export const LEDGER_FAMILY = '_led';

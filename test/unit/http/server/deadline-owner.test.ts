import { deadlineOwner, type RequestFailure } from '../../../../src/http/server/deadline-owner';

const ownerOf = (over: Partial<RequestFailure>): string | undefined =>
  deadlineOwner({
    code: 'deadline_exceeded',
    timeoutMs: 100,
    defaultTimeoutMs: 2_000,
    remainingMs: -1,
    ...over,
  });

describe('The owner of an exceeded deadline', () => {
  it('the client owns a deadline shorter than the default, and the server any other', () => {
    expect(ownerOf({ timeoutMs: 1 })).toBe('client');
    expect(ownerOf({ timeoutMs: 1_999 })).toBe('client');
    expect(ownerOf({ timeoutMs: 2_000 })).toBe('server');
    expect(ownerOf({ timeoutMs: 9_000 })).toBe('server');
  });

  it('a failed call to the store belongs to the deadline only if it fails at the end of it', () => {
    for (const code of ['store_unavailable', 'consistency_unmet'] as const) {
      expect(ownerOf({ code, remainingMs: 10 })).toBe('client');
      expect(ownerOf({ code, remainingMs: 10.1 })).toBeUndefined();
      expect(ownerOf({ code, timeoutMs: 1_000, remainingMs: 20 })).toBe('client');
      expect(ownerOf({ code, timeoutMs: 1_000, remainingMs: 20.1 })).toBeUndefined();
    }
  });

  it('unexpected errors and rejections belong to no deadline, whenever they occur', () => {
    for (const code of ['internal', 'data_corrupted', 'overloaded', 'permission_denied'] as const) {
      expect(ownerOf({ code })).toBeUndefined();
    }
  });

  it('a request that fails before its deadline has begun belongs to none', () => {
    expect(ownerOf({ timeoutMs: 0, code: 'deadline_exceeded' })).toBeUndefined();
  });
});

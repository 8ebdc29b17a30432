import * as filters from '../../../src/bigtable/read/filters';
import * as mutations from '../../../src/bigtable/write/mutations';
import { version } from '../../../package.json';
import { CLIENT_VERSION } from '../../../src/bigtable/client/client-metadata';
import { gcRuleFromProto, gcRuleToProto, type FamilyGcRule } from '../../../src/bigtable/admin/gc-rule';
import { BigtableError, deadlineError } from '../../../src/bigtable/client/bigtable-error';
import { retryBackoffMs, isRetryable } from '../../../src/bigtable/client/retry';
import { GrpcStatus, type GrpcStatusCode } from '../../../src/platform/network/grpc';

const bytes = (text: string): Buffer => Buffer.from(text, 'latin1');
const expectRejected = (field: string, build: () => unknown): void => {
  expect(build).toThrow(expect.objectContaining({ code: 'invalid_argument', field }) as Error);
};

describe('filters', () => {
  it('exact matches are quoted for RE2', () => {
    expect(filters.familyIs('a.b')).toEqual({ familyNameRegexFilter: 'a\\.b' });
    expect(filters.familyIn(['a', 'b-c'])).toEqual({ familyNameRegexFilter: 'a|b\\-c' });
    expect(filters.qualifierIs(bytes('a*\0\xff'))).toEqual({
      columnQualifierRegexFilter: bytes('a\\*\\x00\xff'),
    });
    expect(filters.qualifierIn([bytes('a|b'), bytes('c')])).toEqual({
      columnQualifierRegexFilter: bytes('a\\|b|c'),
    });
    expect(filters.valueIs(bytes('1+1'))).toEqual({ valueRegexFilter: bytes('1\\+1') });
  });

  it('qualifier, timestamp and value ranges are half-open', () => {
    expect(filters.qualifierRange({ family: 'f', start: bytes('a'), end: bytes('b') })).toEqual({
      columnRangeFilter: { familyName: 'f', startQualifierClosed: bytes('a'), endQualifierOpen: bytes('b') },
    });
    expect(filters.qualifierRange({ family: 'f' })).toEqual({
      columnRangeFilter: { familyName: 'f', startQualifierClosed: null, endQualifierOpen: null },
    });
    expect(filters.timestampRange(1_000, 2_000)).toEqual({
      timestampRangeFilter: { startTimestampMicros: 1_000, endTimestampMicros: 2_000 },
    });
    expect(filters.timestampRange(undefined, 2_000)).toEqual({
      timestampRangeFilter: { startTimestampMicros: 0, endTimestampMicros: 2_000 },
    });
    expect(filters.valueRange(bytes('a'))).toEqual({
      valueRangeFilter: { startValueClosed: bytes('a'), endValueOpen: null },
    });
  });

  it('combining a single filter returns the filter itself', () => {
    const [one, two] = [filters.stripValue(), filters.cellsPerColumnLimit(1)];
    expect(filters.chain(one)).toBe(one);
    expect(filters.chain(one, two)).toEqual({ chain: { filters: [one, two] } });
    expect(filters.interleave(one, two)).toEqual({ interleave: { filters: [one, two] } });
    expect(filters.condition(one, { onNoMatch: two })).toEqual({
      condition: { predicateFilter: one, trueFilter: null, falseFilter: two },
    });
  });

  it('interleaves within an interleave become its branches, if it may have so many', () => {
    const [one, two, three] = [filters.passAll(), filters.stripValue(), filters.blockAll()];
    const nested = filters.interleave(one, filters.interleave(two, three));
    expect(nested).toEqual({ interleave: { filters: [one, two, three] } });
    const many = filters.interleave(...Array.from({ length: 1_000 }, () => one));
    expect(filters.interleave(two, many)).toEqual({ interleave: { filters: [two, many] } });
  });

  it('filters that Bigtable would reject are rejected', () => {
    expectRejected('filters', () => filters.chain());
    expectRejected('filters', () => filters.interleave(...Array.from({ length: 1_001 }, filters.passAll)));
    expectRejected('families', () => filters.familyIn([]));
    expectRejected('families[0]', () => filters.familyIs('no/family'));
    expectRejected('qualifiers', () => filters.qualifierIn([]));
    expectRejected('family', () => filters.qualifierRange({ family: '' }));
    expectRejected('end', () => filters.qualifierRange({ family: 'f', start: bytes('b'), end: bytes('b') }));
    expectRejected('startMicros', () => filters.timestampRange(1_500));
    expectRejected('endMicros', () => filters.timestampRange(2_000, 2_000));
    expectRejected('count', () => filters.cellsPerColumnLimit(0));
    expectRejected('count', () => filters.cellsPerRowLimit(1.5));
    expectRejected('label', () => filters.label('Not A Label'));
  });
});

describe('mutations', () => {
  it('families and timestamps that Bigtable would reject are rejected', () => {
    const value = bytes('v');
    expectRejected('family', () => mutations.setCell('', value, 0, value));
    expectRejected('family', () => mutations.deleteFromFamily('f'.repeat(65)));
    for (const timestamp of [-2, -1_000, 1, 1_000.5, NaN, 2 ** 60]) {
      expectRejected('timestampMicros', () => mutations.setCell('f', value, timestamp, value));
    }
    expectRejected('timestampMicros', () => mutations.addToCell('f', value, mutations.SERVER_TIME, 1));
    expectRejected('amount', () => mutations.addToCell('f', value, 0, 0.5));
    expectRejected('amount', () => mutations.increment('f', value, Infinity));
    expectRejected('endMicros', () =>
      mutations.deleteFromColumn('f', value, { startMicros: 5_000, endMicros: 4_000 }),
    );
  });

  it('deleteCell deletes exactly one millisecond of versions', () => {
    expect(mutations.deleteCell('f', bytes('q'), 7_000)).toEqual({
      deleteFromColumn: {
        familyName: 'f',
        columnQualifier: bytes('q'),
        timeRange: { startTimestampMicros: 7_000, endTimestampMicros: 8_000 },
      },
    });
  });

  it.each([
    [true, mutations.setCell('f', bytes('q'), 0, bytes('v'))],
    [false, mutations.setCell('f', bytes('q'), mutations.SERVER_TIME, bytes('v'))],
    [false, { setCell: { familyName: 'f', timestampMicros: '-1' } }],
    [false, mutations.addToCell('f', bytes('q'), 0, 1)],
    [false, { mergeToCell: {} }],
    [true, mutations.deleteFromColumn('f', bytes('q'), { endMicros: 1_000 })],
    [true, mutations.deleteCell('f', bytes('q'), 1_000)],
    [false, mutations.deleteFromColumn('f', bytes('q'))],
    [false, mutations.deleteFromColumn('f', bytes('q'), { startMicros: 1_000 })],
    [false, mutations.deleteFromFamily('f')],
    [false, mutations.deleteFromRow()],
  ])('isIdempotent returns %p for this mutation: %j', (idempotent, mutation) => {
    expect(mutations.isIdempotent(mutation)).toBe(idempotent);
  });
});

describe('GC rules', () => {
  it.each<[string, FamilyGcRule | undefined]>([
    ['none', undefined],
    ['age', { maxAgeMs: 90_061_001 }],
    ['versions', { versionsMax: 3 }],
    ['any of', { anyOf: [{ maxAgeMs: 1_500 }, { versionsMax: 1 }] }],
    ['all of, nested', { allOf: [{ versionsMax: 1 }, { anyOf: [{ maxAgeMs: 1_000 }, { versionsMax: 9 }] }] }],
  ])('a GC rule survives the conversion to proto and back: %s', (_title, rule) => {
    expect(gcRuleFromProto(gcRuleToProto(rule))).toEqual(rule);
  });
});

describe('retry policy', () => {
  const limits = { retryInitialDelayMs: 10, retryMaxDelayMs: 100, retryAttemptsMax: 10 };
  const unavailable = new BigtableError(GrpcStatus.UNAVAILABLE, 'away');

  it('the upper bound of the delay doubles up to its maximum, and the delay is drawn below it', () => {
    const ceilings = [1, 2, 3, 4, 5, 50].map((failures) =>
      retryBackoffMs(failures, unavailable, limits, () => 1),
    );
    expect(ceilings).toEqual([10, 20, 40, 80, 100, 100]);
    expect(retryBackoffMs(5, unavailable, limits, () => 0)).toBe(0);
    expect(retryBackoffMs(5, unavailable, limits, () => 0.5)).toBe(50);
  });

  it('the delay is never shorter than the server requests', () => {
    const patient = new BigtableError(GrpcStatus.UNAVAILABLE, 'away', { retryDelayMs: 500 });
    expect(retryBackoffMs(1, patient, limits, () => 0)).toBe(500);
  });

  it('only the listed statuses are retryable', () => {
    const retryable = Object.values(GrpcStatus).filter((status: GrpcStatusCode) =>
      isRetryable(new BigtableError(status, '')),
    );
    expect(retryable).toEqual([GrpcStatus.DEADLINE_EXCEEDED, GrpcStatus.ABORTED, GrpcStatus.UNAVAILABLE]);
  });

  it('broken streams and RetryInfo make an error retryable, a cancellation never does', () => {
    expect(isRetryable(new BigtableError(GrpcStatus.INTERNAL, '', { broken: true }))).toBe(true);
    expect(isRetryable(new BigtableError(GrpcStatus.RESOURCE_EXHAUSTED, '', { retryDelayMs: 1 }))).toBe(true);
    expect(
      isRetryable(new BigtableError(GrpcStatus.UNAVAILABLE, '', { code: 'client_closed_request' })),
    ).toBe(false);
    expect(isRetryable(deadlineError(5))).toBe(true);
  });
});

it('the client reports the version of the package', () => {
  expect(CLIENT_VERSION).toBe(version);
});

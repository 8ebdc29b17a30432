import { InvalidArgumentError } from 'commander';
import {
  parseByteCount,
  formatBandwidth,
  parseBandwidth,
  parseDuration,
  formatDuration,
  parseShare,
  parseSignedDuration,
} from '../../../../src/cli/shared/units';

describe('Quantities of the command line', () => {
  it.each([
    [parseDuration, { '0': 0, '200ms': 200, '1.5s': 1_500, '2m': 120_000, '1h': 3_600_000 }],
    [parseSignedDuration, { '+250ms': 250, '-3s': -3_000, '1s': 1_000, '0': 0, '1.4ms': 1 }],
    [
      parseBandwidth,
      { '1B': 1, '500KB': 500_000, '1.5MB': 1_500_000, '8MiB': 8_388_608, '1MB/s': 1_000_000, unlimited: 0 },
    ],
    [parseShare, { '0': 0, '0.1': 0.1, '.5': 0.5, '1': 1, '10%': 0.1, '100%': 1 }],
  ] as const)('are parsed by %p', (parse, examples) => {
    for (const [text, value] of Object.entries(examples)) expect([text, parse(text)]).toEqual([text, value]);
  });

  it.each([
    [parseDuration, ['', '5', 'ms', '-1s', '1 s', '1d', '1e3ms']],
    [parseSignedDuration, ['', '250', '+-1s', '--1s']],
    [parseBandwidth, ['', '1', '1mb', '-1MB', 'fast']],
    [parseShare, ['', '1.1', '-0.1', '101%', '%', 'x']],
  ] as const)('are rejected by %p when they have another form', (parse, texts) => {
    for (const text of texts) expect(() => [text, parse(text)]).toThrow(/^A (duration|bandwidth|share) /);
  });

  it('are formatted as short texts', () => {
    const texts = [0, 0.25, 5, 250, 1_500, 90_000, 300_000, 7_200_000].map(formatDuration);
    expect(texts).toEqual(['0', '0.3ms', '5ms', '250ms', '1.5s', '90s', '5m', '2h']);
    expect([500, 1_500, 1e6, 2.5e9].map(formatBandwidth)).toEqual(['500B/s', '1.5KB/s', '1MB/s', '2.5GB/s']);
  });
});

describe('byteCount', () => {
  it.each([
    ['1B', 1],
    ['64MiB', 64 * 1024 * 1024],
  ])('accepts %s', (text, count) => expect(parseByteCount(text)).toBe(count));

  // A limit of 0 would block everything.
  it.each(['0B', '0.4B', 'unlimited', '1MB/s', '-1B', ''])('rejects "%s"', (text) => {
    expect(() => parseByteCount(text)).toThrow(InvalidArgumentError);
  });
});

import { loadConfig } from '../../../../src/config/index';
import { openAccess } from '../../../../src/http/access/open-access';
import { requireAccessControl } from '../../../../src/config/sections/access';
import { systemClock } from '../../../../src/platform/time/clock';
import { systemRandom } from '../../../../src/platform/random';
import { isLoopback } from '../../../../src/platform/network/loopback';
import { createMetrics } from '../../../../src/platform/telemetry/metrics';
import { memoryLogger } from '../../../support/memory-logger';
import { tidemarkError } from '../../../support/tidemark-error';

const EMULATOR = { BIGTABLE_EMULATOR_HOST: '127.0.0.1:8086' };

describe('A loopback address', () => {
  it.each(['127.0.0.1', '127.9.9.9', '::1', '0:0:0:0:0:0:0:1', '::ffff:127.0.0.1', 'localhost', 'LocalHost'])(
    'includes %s',
    (host) => expect(isLoopback(host)).toBe(true),
  );

  it.each([
    '0.0.0.0',
    '::',
    '',
    '10.0.0.1',
    '128.0.0.1',
    '::2',
    '::ffff:10.0.0.1',
    'localhost.example.com',
    '127.1',
  ])('does not include %j', (host) => expect(isLoopback(host)).toBe(false));
});

describe('A public address', () => {
  const guarded = { file: 'access.json', open: false };
  const open = { file: undefined, open: true };
  const unguarded = { file: undefined, open: false };

  it('is rejected without an access file or explicit open access', () => {
    const refusal = tidemarkError('invalid_argument', 'TIDEMARK_HTTP_HOST');
    expect(() => requireAccessControl('0.0.0.0', unguarded)).toThrow(refusal);
    for (const settings of [guarded, open]) expect(requireAccessControl('0.0.0.0', settings)).toBeUndefined();
    expect(requireAccessControl('127.0.0.1', unguarded)).toBeUndefined();
  });

  it('is logged as a warning when access is open', async () => {
    const metrics = await createMetrics({ resource: {}, target: undefined, intervalMs: 60_000 });
    const warningsAt = async (host: string): Promise<unknown[]> => {
      const { logger, lines } = memoryLogger();
      const config = loadConfig({ ...EMULATOR, TIDEMARK_ACCESS: 'open', TIDEMARK_HTTP_HOST: host });
      await openAccess({ config, clock: systemClock, random: systemRandom, logger, metrics });
      return lines().map(({ level, msg }) => [level, msg]);
    };
    expect(await warningsAt('0.0.0.0')).toEqual([
      ['warn', 'no authentication: every client that can reach this address has full access'],
    ]);
    expect(await warningsAt('::1')).toEqual([]);
  });

  it('cannot have open access together with an access file', () => {
    const both = { ...EMULATOR, TIDEMARK_ACCESS: 'open', TIDEMARK_ACCESS_FILE: 'access.json' };
    expect(() => loadConfig(both)).toThrow(tidemarkError('invalid_argument', 'TIDEMARK_ACCESS'));
    expect(() => loadConfig({ ...EMULATOR, TIDEMARK_ACCESS: 'closed' })).toThrow(
      tidemarkError('invalid_argument', 'TIDEMARK_ACCESS'),
    );
  });
});

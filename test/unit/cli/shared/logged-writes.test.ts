import { loadSchema } from '../../../../src/codec/declarations/schema-registry';
import type { CommandAccessLog } from '../../../../src/cli/shared/command-access-log';
import { loggedConsent, loggedIngestion } from '../../../../src/cli/shared/logged-writes';
import { EMPTY_TOKEN } from '../../../../src/core/tokens/write-token';
import { TidemarkError, type ErrorCode } from '../../../../src/errors';
import { click } from '../../../support/events';

/** A log, and the lines that it got: operation, subjects and code. */
function logOf() {
  const lines: (readonly [string, readonly string[], ErrorCode | undefined])[] = [];
  const log: CommandAccessLog = {
    add: ({ operation, subjects }, code) => lines.push([operation, subjects, code]),
    logged: async ({ operation, subjects }, task) => {
      const result = await task();
      lines.push([operation, subjects, undefined]);
      return result;
    },
    loggedJob: (_, task) => task(),
  };
  return { log, lines };
}

const dataType = loadSchema().eventTypes()[0]!;
const inputOf = (userId: string) => ({ event: click(0, { userId }), dataType });

describe('Writes of a consumer', () => {
  it('are logged once for each user and outcome of a call', async () => {
    const { log, lines } = logOf();
    const denied = new TidemarkError('no_consent', 'not allowed');
    const ingest = loggedIngestion(
      () =>
        Promise.resolve({
          outcomes: [
            { status: 'accepted' },
            { status: 'duplicate_in_call' },
            { status: 'rejected', error: denied },
            { status: 'rejected', error: denied },
          ],
          token: EMPTY_TOKEN,
        }),
      log,
    );
    await ingest([inputOf('ann'), inputOf('ann'), { error: denied }, inputOf('bob')]);
    expect(lines).toEqual([
      ['postEvents', ['ann'], undefined],
      ['postEvents', ['bob'], 'no_consent'],
    ]);
  });

  it('are logged for each message with decisions', async () => {
    const { log, lines } = logOf();
    await loggedConsent(() => Promise.resolve(), log)({ subjectId: 'ann', decisions: [] });
    expect(lines).toEqual([['putConsent', ['ann'], undefined]]);
  });
});

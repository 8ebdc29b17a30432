import type { WriteReceipt } from '../../../../src/consistency/store';
import { EMPTY_TOKEN } from '../../../../src/core/tokens/write-token';
import { deadlineError } from '../../../../src/bigtable/client/bigtable-error';
import { ConsentRows, type ConsentRowsDependencies } from '../../../../src/operations/privacy/consent-rows';
import { systemClock } from '../../../../src/platform/time/clock';

describe('ConsentRows', () => {
  it('a deadline that passes while writes begin leaves none of them without a caller that awaits it', async () => {
    const written: string[] = [];
    const mutateRow = (corpus: string): Promise<WriteReceipt> => {
      written.push(corpus);
      return Promise.resolve({ cluster: 'local', token: EMPTY_TOKEN });
    };
    const rows = new ConsentRows(
      {
        store: { writer: { mutateRow } } as unknown as ConsentRowsDependencies['store'],
        clock: systemClock,
        config: { consent: { recordBytesMax: 1_000 }, tokens: { writesMax: 10 } },
      },
      ['users', 'vault'],
    );
    let asked = 0;
    const left = (): { timeoutMs: number } => {
      asked += 1;
      if (asked > 1) throw deadlineError(1);
      return { timeoutMs: 1 };
    };
    await rows.write('user-1', [], left);
    expect(written).toEqual(['users', 'vault']);
  });
});

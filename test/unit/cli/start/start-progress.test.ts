import { createStartProgress } from '../../../../src/cli/start/start-progress';

/** Returns what is written for two steps. */
function written(isTTY: boolean): string {
  let text = '';
  const progress = createStartProgress({ isTTY, write: (chunk: string) => (text += chunk) });
  progress.show('Creating tables');
  progress.show('Starting the API');
  progress.end();
  progress.end();
  return text;
}

describe('The progress of a start', () => {
  it('replaces one line on a terminal, and removes it at the end', () => {
    expect(written(true)).toBe('\r\x1b[KCreating tables…\r\x1b[KStarting the API…\r\x1b[K');
  });

  it('writes nothing to a file or a pipe', () => {
    expect(written(false)).toBe('');
  });
});

import { describeFailure, failureJson, invalidArgument } from '../../src/errors';

describe('The message of a failure on a terminal', () => {
  it('escapes control characters except tabs and line feeds', () => {
    const text = describeFailure(invalidArgument('PORT', 'must be a port, not "\u001b[31m\0\u202e\tx\n"'));
    expect(text).toBe(
      'tidemark: PORT: must be a port, not "\\u001b[31m\\u0000\\u202e\tx\n" [invalid_argument]',
    );
  });

  it('is truncated when it quotes something large', () => {
    const text = describeFailure(invalidArgument('config', `must be a number, not ${'x'.repeat(100_000)}`));
    expect(text.length).toBeLessThan(2_100);
    expect(text).toMatch(
      /^tidemark: config: must be a number, not x+… \(\d+ characters\) \[invalid_argument\]$/,
    );
  });

  it('escapes messages of the operating system as well', () => {
    const error = Object.assign(new Error("ENOENT: no such file, open 'a\rb'"), { syscall: 'open' });
    expect(describeFailure(error)).toBe("tidemark: ENOENT: no such file, open 'a\\u000db'");
  });

  it('is escaped in JSON so that parsing restores it', () => {
    const message = 'no such folder: "a\u007f\u009bb\u202e"';
    const text = failureJson(invalidArgument('folder', message));
    expect(text).not.toMatch(/[\u007f-\u009f\u202e]/);
    expect(JSON.parse(text)).toEqual({ error: { code: 'invalid_argument', message, field: 'folder' } });
  });
});

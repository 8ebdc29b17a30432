import { TidemarkError } from './errors';

/**
 * Yields the values of a stream with one JSON value in each line, after a prefix. Lines without it are ignored. Cancels the
 * stream when the loop ends early.
 */
export async function* ndjsonValues(
  stream: ReadableStream<Uint8Array>,
  lineBytesMax: number,
  prefix = '',
): AsyncGenerator<unknown, void, undefined> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      rest += done ? decoder.decode() : decoder.decode(value, { stream: true });
      const lines = rest.split('\n');
      rest = done ? '' : (lines.pop() ?? '');
      if (rest.length > lineBytesMax) {
        throw new TidemarkError('invalid_response', `a line has more than ${lineBytesMax} characters`);
      }
      for (const line of lines)
        if (line !== '' && line.startsWith(prefix)) yield parsed(line.slice(prefix.length));
      if (done) return;
    }
  } finally {
    // A finished stream ignores this.
    await reader.cancel().catch(() => undefined);
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch (cause) {
    throw new TidemarkError('invalid_response', 'a line of the answer is not JSON', { cause });
  }
}

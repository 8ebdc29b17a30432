import { Writable } from 'node:stream';
import { createLogger, type Logger } from '../../src/platform/telemetry/logger';

/** A logger, and the lines that it has written. */
export function memoryLogger(): { logger: Logger; lines: () => readonly Record<string, unknown>[] } {
  const lines: string[] = [];
  const destination = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString());
      done();
    },
  });
  return {
    logger: createLogger({ level: 'info', service: 'test', destination }),
    lines: () => lines.map((line) => JSON.parse(line) as Record<string, unknown>),
  };
}

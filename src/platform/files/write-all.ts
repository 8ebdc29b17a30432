import { writeSync } from 'node:fs';

/**
 * Writes all bytes to an open file, at `position` or, without one, at the file's own position. A system call may write
 * a part of the bytes without an error, as on a disk that is almost full: the rest is written by further calls. Throws
 * the system's error, or an error of its own when a call writes nothing.
 */
export function writeAll(file: number, bytes: Uint8Array, position?: number): void {
  for (let at = 0; at < bytes.length;) {
    const written = writeSync(
      file,
      bytes,
      at,
      bytes.length - at,
      position === undefined ? null : position + at,
    );
    if (written === 0) throw new Error(`short write: ${at} of ${bytes.length} bytes were written`);
    at += written;
  }
}

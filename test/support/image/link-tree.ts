import { copyFileSync, linkSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Places a file. A link is fast, but a write to it changes both files. */
export type Place = (from: string, to: string) => void;

export const byCopy: Place = (from, to) => copyFileSync(from, to);

export const byLink: Place = (from, to) => {
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to);
  }
};

/** The file, or the folder with all that is in it but what is left out by name. */
export function placeTree(
  from: string,
  to: string,
  how: { place: Place; leaveOut?: readonly string[] },
): void {
  if (!statSync(from).isDirectory()) {
    mkdirSync(dirname(to), { recursive: true });
    return how.place(from, to);
  }
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    if (how.leaveOut?.includes(entry.name) === true) continue;
    if (entry.isDirectory()) placeTree(join(from, entry.name), join(to, entry.name), how);
    else if (entry.isFile()) how.place(join(from, entry.name), join(to, entry.name));
  }
}

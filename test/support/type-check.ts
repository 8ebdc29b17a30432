import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const ROOT = join(__dirname, '../..');
const COMPILER = join(ROOT, 'node_modules/typescript-native/bin/tsc');

/** Strict, as most applications are, with the libraries of both browsers and Node.js. */
const OPTIONS = {
  noEmit: true,
  strict: true,
  target: 'es2022',
  lib: ['es2022', 'dom', 'dom.iterable'],
  module: 'node16',
  moduleResolution: 'node16',
  types: [],
};

/** Folder with source files of its own, and the packages and the client of this one. */
export class TypeProject {
  readonly folder = mkdtempSync(join(tmpdir(), 'tidemark-types-'));

  constructor(compilerOptions: object = {}) {
    symlinkSync(join(ROOT, 'node_modules'), join(this.folder, 'node_modules'));
    this.write('package.json', JSON.stringify({ type: 'module' }));
    this.write('tsconfig.json', JSON.stringify({ compilerOptions: { ...OPTIONS, ...compilerOptions } }));
  }

  write(name: string, text: string): void {
    mkdirSync(dirname(join(this.folder, name)), { recursive: true });
    writeFileSync(join(this.folder, name), text);
  }

  /** Returns what the compiler reports, without lines that `@ts-expect-error` expects: none if all is as marked. */
  errors(): readonly string[] {
    try {
      execFileSync(process.execPath, [COMPILER, '-p', '.', '--pretty', 'false'], { cwd: this.folder });
      return [];
    } catch (error) {
      const { stdout } = error as { readonly stdout?: Buffer };
      if (stdout === undefined) throw error;
      return stdout.toString().trim().split('\n');
    }
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

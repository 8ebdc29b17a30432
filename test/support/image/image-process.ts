import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { environmentOf, lastStep, type Stage } from './dockerfile';

export interface ImageProcess {
  readonly ended: Promise<number | NodeJS.Signals | null>;
  stdout(): string;
  stderr(): string;
  /** Resolves as soon as what it has printed matches; rejects when it ends before. */
  printed(pattern: RegExp): Promise<void>;
  kill(signal: NodeJS.Signals): void;
}

interface Start {
  /** The folder that is the image's `/`. */
  readonly root: string;
  readonly stage: Stage;
  readonly env: NodeJS.ProcessEnv;
  /** Without it Node alone is started, as the image's user. */
  readonly script?: boolean;
}

/** Starts the process like a container engine: with the image's entry point, user and environment, and the given variables only. */
export function startImage(
  args: readonly string[],
  { root, stage, env, script = true }: Start,
): ImageProcess {
  const [, entry = ''] = lastStep(stage, 'ENTRYPOINT')!.words;
  const [uid, gid] = lastStep(stage, 'USER')!.words[0]!.split(':').map(Number);
  // Another version of Node may be tested; without root, the user stays the same.
  const node = process.env['TIDEMARK_TEST_IMAGE_NODE'] || process.execPath;
  const command = [node, ...(script ? [join(root, entry)] : []), ...args];
  // No file gets a byte, wherever it is: the root is read-only, and no other place to write to is given.
  const child = spawn('/bin/sh', ['-c', 'ulimit -f 0; exec "$@"', 'sh', ...command], {
    cwd: join(root, lastStep(stage, 'WORKDIR')!.words[0]!),
    env: { ...environmentOf(stage), ...env },
    ...(process.getuid?.() === 0 && { uid, gid }),
  });
  return watch(child);
}

function watch(child: ChildProcess): ImageProcess {
  let [stdout, stderr] = ['', ''];
  let onOutput = (): void => undefined;
  child.stderr!.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  child.stdout!.on('data', (chunk: Buffer) => {
    stdout += chunk.toString();
    onOutput();
  });
  const ended = new Promise<number | NodeJS.Signals | null>((resolve) =>
    child.once('close', (code, signal) => resolve(code ?? signal)),
  );
  return {
    ended,
    stdout: () => stdout,
    stderr: () => stderr,
    kill: (signal) => void child.kill(signal),
    printed: (pattern) =>
      new Promise((resolve, reject) => {
        onOutput = () => pattern.test(stdout) && resolve();
        void ended.then((how) => reject(new Error(`ended with ${how}: ${stdout}${stderr}`)));
        onOutput();
      }),
  };
}

// An embedded Bigtable for one example, and the commands that run on it. Everything is removed at the end.
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath, URL } from 'node:url';

const TIDEMARK = fileURLToPath(new URL('../../dist/cli/tidemark.js', import.meta.url));

/** Starts the store, calls `run` with it, and stops everything, also after an error. `env`: settings of all commands. */
export async function withExampleStore({ cwd, env }, run) {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-example-'));
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const store = new ExampleStore({
    cwd,
    env: { PATH, NODE_COMPILE_CACHE, TIDEMARK_DATA_DIR: folder, ...env },
    folder,
  });
  try {
    await store.open();
    await run(store);
  } finally {
    await store.close();
    rmSync(folder, { recursive: true });
  }
}

class ExampleStore {
  /** Folder for files, which is removed at the end. */
  folder;
  #cwd;
  #env;
  #children = [];

  constructor({ cwd, env, folder }) {
    this.#cwd = cwd;
    this.#env = env;
    this.folder = folder;
  }

  async open() {
    const { endpoint } = await this.start(['local', '--ephemeral', '--port', '0', '--json'], () => true);
    this.#env = { ...this.#env, BIGTABLE_EMULATOR_HOST: endpoint };
    this.run('schema', 'apply');
  }

  /** Runs a command to its end, prints what it prints, and returns it. */
  run(...args) {
    return this.runWith({}, ...args);
  }

  /** The same with further environment variables. */
  runWith(env, ...args) {
    console.log(`$ tidemark ${args.map((each) => (each === '' ? "''" : each)).join(' ')}`);
    const options = { env: { ...this.#env, ...env }, encoding: 'utf8', cwd: this.#cwd };
    const text = execFileSync(process.execPath, [TIDEMARK, ...args], options);
    console.log(text);
    return text;
  }

  /** Starts a command that runs until the end. Returns its first line of JSON for which `isReady` returns true. */
  async start(args, isReady) {
    console.log(`$ tidemark ${args.join(' ')} &\n`);
    const child = spawn(process.execPath, [TIDEMARK, ...args], {
      env: this.#env,
      cwd: this.#cwd,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = new Promise((resolve) => child.once('exit', resolve));
    this.#children.push({ child, ended });
    return new Promise((resolve, reject) => {
      ended.then((code) => reject(new Error(`tidemark ${args[0]} ended with ${code}`)));
      // Also reads what follows, so that the command can go on writing.
      createInterface(child.stdout).on('line', (line) => {
        const json = line.startsWith('{') ? JSON.parse(line) : undefined;
        if (json !== undefined && isReady(json)) resolve(json);
      });
    });
  }

  /** Starts the API. Returns its address. */
  async serve() {
    const { port } = await this.start(
      ['serve', '--host', '127.0.0.1', '--port', '0', '--workers', '1'],
      ({ msg }) => msg === 'listening',
    );
    return `http://127.0.0.1:${port}`;
  }

  /** Writes a file with one JSON object per line. Returns its path. */
  writeLines(name, objects) {
    const path = join(this.folder, name);
    writeFileSync(path, objects.map((each) => `${JSON.stringify(each)}\n`).join(''));
    return path;
  }

  async close() {
    for (const { child, ended } of this.#children.reverse()) {
      child.kill();
      await ended;
    }
  }
}

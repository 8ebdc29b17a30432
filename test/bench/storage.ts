import { closeSync, openSync, readFileSync, write } from 'node:fs';
import { mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { crc32 } from 'node:zlib';
import { ClassicLevel } from 'classic-level';
import { open } from 'lmdb';
import { seededRandom } from '../../src/platform/random';
import {
  type Benchmark,
  type BenchOptions,
  type BenchResult,
  type BenchSize,
  rounded,
  WrongAnswer,
} from './harness';
import { temporaryFolder } from './lifetimes';

/** Requirements of the embedded Bigtable: commit records atomically, and return all of them in key order. */
interface Contestant {
  readonly name: string;
  open(folder: string): Promise<Store>;
}

interface Store {
  commit(records: readonly StoredRecord[]): Promise<void>;
  load(onRecord: (key: Buffer, value: Buffer) => void): Promise<void>;
  close(): Promise<void>;
}

type StoredRecord = readonly [key: Buffer, value: Buffer];

const VALUE_BYTES = 100;

interface Plan {
  /** Total number of records. */
  readonly count: number;
  /** Number of records that are committed alone. */
  readonly singles: number;
}

const PLANS: Readonly<Record<BenchSize, Plan>> = {
  full: { count: 1_000_000, singles: 20_000 },
  quick: { count: 200_000, singles: 5_000 },
  smoke: { count: 5_000, singles: 200 },
};

const level: Contestant = {
  name: 'classic-level',
  async open(folder) {
    const db = new ClassicLevel<Buffer, Buffer>(folder, { keyEncoding: 'buffer', valueEncoding: 'buffer' });
    await db.open();
    return {
      async commit(records) {
        const batch = db.batch();
        for (const [key, value] of records) batch.put(key, value);
        await batch.write();
      },
      async load(onRecord) {
        const iterator = db.iterator({ highWaterMarkBytes: 1024 * 1024 });
        for (;;) {
          const entries = await iterator.nextv(2_000);
          if (entries.length === 0) return iterator.close();
          for (const [key, value] of entries) onRecord(key, value);
        }
      },
      close: () => db.close(),
    };
  },
};

const lmdb: Contestant = {
  name: 'lmdb',
  async open(folder) {
    const db = open<Buffer, Buffer>({ path: folder, keyEncoding: 'binary', encoding: 'binary' });
    return {
      async commit(records) {
        await db.transaction(() => {
          for (const [key, value] of records) void db.put(key, value);
        });
      },
      async load(onRecord) {
        for (const { key, value } of db.getRange()) onRecord(key, value);
      },
      close: () => db.close(),
    };
  },
};

/** Lower bound: one file of framed, checksummed commits that is sorted at load, without compaction. */
const appendLog: Contestant = {
  name: 'append-only log',
  async open(folder) {
    await mkdir(folder, { recursive: true });
    const path = join(folder, 'log');
    const file = openSync(path, 'a');
    const append = promisify(write) as (file: number, bytes: Buffer) => Promise<unknown>;
    return {
      async commit(records) {
        await append(file, frameOf(records));
      },
      async load(onRecord) {
        const latest = new Map<string, StoredRecord>();
        for (const record of recordsOf(readFileSync(path))) latest.set(record[0].toString('latin1'), record);
        const keys = [...latest.keys()].sort((a, b) => (a < b ? -1 : 1));
        for (const key of keys) onRecord(...latest.get(key)!);
      },
      async close() {
        closeSync(file);
      },
    };
  },
};

function frameOf(records: readonly StoredRecord[]): Buffer {
  const parts: Buffer[] = [];
  for (const [key, value] of records) {
    const header = Buffer.allocUnsafe(6);
    header.writeUInt16LE(key.length, 0);
    header.writeUInt32LE(value.length, 2);
    parts.push(header, key, value);
  }
  const body = Buffer.concat(parts);
  const header = Buffer.allocUnsafe(8);
  header.writeUInt32LE(body.length, 0);
  header.writeUInt32LE(crc32(body), 4);
  return Buffer.concat([header, body]);
}

function* recordsOf(log: Buffer): Generator<StoredRecord> {
  for (let at = 0; at < log.length;) {
    const end = at + 8 + log.readUInt32LE(at);
    if (crc32(log.subarray(at + 8, end)) !== log.readUInt32LE(at + 4)) throw new WrongAnswer('bad checksum');
    for (at += 8; at < end;) {
      const keyEnd = at + 6 + log.readUInt16LE(at);
      const valueEnd = keyEnd + log.readUInt32LE(at + 2);
      yield [log.subarray(at + 6, keyEnd), log.subarray(keyEnd, valueEnd)];
      at = valueEnd;
    }
  }
}

interface Figures {
  readonly single: number;
  readonly batched: number;
  readonly loadMs: number;
  readonly megabytes: number;
  readonly digest: number;
}

/**
 * Returns the records of cells with the embedded server's keys: table, row key, family, binary qualifier, timestamp.
 */
function records(count: number): StoredRecord[] {
  const random = seededRandom(1);
  return Array.from({ length: count }, (_, at) => {
    const key = `\x04\0\0\0\x01${(at % 256).toString(16)}#user-${Math.floor(random() * count)}\0\x01ad_action\0`;
    const qualifier = Array.from({ length: 21 }, () => String.fromCharCode(1 + random() * 254)).join('');
    return [
      Buffer.from(`${key}${qualifier}\0\x01${'\x7f'.repeat(8)}`, 'latin1'),
      Buffer.alloc(VALUE_BYTES, at),
    ];
  });
}

async function measure(
  contestant: Contestant,
  all: readonly StoredRecord[],
  singles: number,
): Promise<Figures> {
  const { path: folder, remove } = temporaryFolder('tidemark-bench-');
  try {
    const store = await contestant.open(join(folder, 'data'));
    const single = await cpuMicros(singles, async () => {
      for (const record of all.slice(0, singles)) await store.commit([record]);
    });
    const batched = await cpuMicros(all.length, async () => {
      for (let at = 0; at < all.length; at += BATCH) await store.commit(all.slice(at, at + BATCH));
    });
    await store.close();
    return { single, batched, ...(await load(contestant, folder)), megabytes: await megabytesOf(folder) };
  } finally {
    remove();
  }
}

async function load(contestant: Contestant, folder: string): Promise<{ loadMs: number; digest: number }> {
  const started = performance.now();
  const store = await contestant.open(join(folder, 'data'));
  let digest = 0;
  await store.load((key, value) => {
    digest = (Math.imul(digest, 31) + crc32(value, crc32(key))) | 0;
  });
  await store.close();
  return { loadMs: performance.now() - started, digest };
}

/** Measures the CPU of the whole process, threads of libraries included, per unit. */
async function cpuMicros(units: number, work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / units;
}

async function megabytesOf(folder: string): Promise<number> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  const sizes = await Promise.all(
    files.filter((file) => file.isFile()).map((file) => stat(join(file.parentPath, file.name))),
  );
  return sizes.reduce((sum, { size }) => sum + size, 0) / 1e6;
}

async function run({ size, progress }: BenchOptions): Promise<BenchResult> {
  const { count, singles } = PLANS[size];
  const all = records(count);
  const results = new Map<string, Figures>();
  for (const contestant of [level, lmdb, appendLog]) {
    progress(`${contestant.name}: ${all.length} records`);
    results.set(contestant.name, await measure(contestant, all, singles));
  }
  if (new Set([...results.values()].map(({ digest }) => digest)).size > 1) {
    throw new WrongAnswer('the stores loaded different records');
  }
  return {
    figures: Object.fromEntries(
      [...results].flatMap(([name, { single, batched, loadMs, megabytes }]) => [
        [`${name} CPU µs per commit of 1`, rounded(single)],
        [`${name} CPU µs per record in commits of ${BATCH}`, rounded(batched)],
        [`${name} load ms`, rounded(loadMs)],
        [`${name} MB`, rounded(megabytes)],
      ]),
    ),
    targets: [],
    tables: [table(all.length, results)],
  };
}

function table(count: number, results: ReadonlyMap<string, Figures>): BenchResult['tables'][number] {
  return {
    title: `Storage under the embedded Bigtable: ${count} cells of ${VALUE_BYTES} bytes, no fsync`,
    header: [
      'store',
      'CPU µs, commit of 1',
      `CPU µs per cell, commits of ${BATCH}`,
      'open and load, s',
      'MB',
    ],
    rows: [...results].map(([name, { single, batched, loadMs, megabytes }]) =>
      [name, rounded(single), rounded(batched), rounded(loadMs / 1_000), rounded(megabytes)].map(String),
    ),
  };
}

const BATCH = 100;

export const benchmark: Benchmark = {
  name: 'storage',
  description: 'storage candidates for the embedded Bigtable: classic-level, lmdb, an append-only log',
  run,
};

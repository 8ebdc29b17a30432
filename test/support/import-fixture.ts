import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { embeddedEventStore, type EventStore } from './event-store';

/** Fixture of each import test: an empty folder, and a store without events. */
export interface ImportFixture {
  readonly folder: string;
  readonly store: EventStore;
}

/** Opens the fixture before each test and removes it afterwards. To be called where tests are declared. */
export function importFixture(): ImportFixture {
  let folder: string;
  let store: EventStore;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tidemark-import-'));
    store = await embeddedEventStore();
  });
  afterEach(async () => {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    get folder() {
      return folder;
    },
    get store() {
      return store;
    },
  };
}

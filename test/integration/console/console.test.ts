/** The console in a real browser. All suites share one browser and one server, as their start takes longer than most tests. */
import { chromiumSkipReason } from '../../support/chromium';
import { startConsoleWorld, type ConsoleWorld } from '../../support/console-world';
import { everyPageTests } from './suites/every-page';
import { pageTests } from './suites/pages';
import { shellTests } from './suites/shell';
import { signInTests } from './suites/sign-in';
import { topologyTests } from './suites/topology';

const skipReason = chromiumSkipReason();
const describeWithChromium = skipReason === undefined ? describe : describe.skip;

describeWithChromium(
  `The console in a browser${skipReason === undefined ? '' : ` (skipped: ${skipReason})`}`,
  () => {
    let started: ConsoleWorld | undefined;
    const world = (): ConsoleWorld => started!;
    beforeAll(async () => {
      started = await startConsoleWorld();
    });
    afterAll(() => started?.close());

    describe('every page', () => everyPageTests(world));
    describe('the frame of all pages', () => shellTests(world));
    describe('topology', () => topologyTests(world));
    describe('pages for data', () => pageTests(world));
    describe('the sign-in', () => signInTests(world));
  },
);

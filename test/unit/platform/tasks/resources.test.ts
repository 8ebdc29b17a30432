import type { Resources } from '../../../../src/platform/tasks/resources';
import {
  acquireAll,
  acquireAllSync,
  releaseAll,
  withResources,
} from '../../../../src/platform/tasks/resources';

describe('Resources', () => {
  let log: string[];
  beforeEach(() => (log = []));

  const open = (resources: Resources, name: string, failure?: Error): string =>
    resources.add(name, async (opened) => {
      await Promise.resolve();
      log.push(`closed ${opened}`);
      if (failure !== undefined) throw failure;
    });

  it('are released in reverse order when a later acquisition fails, and its error is thrown', async () => {
    const start = acquireAll((resources) => {
      open(resources, 'a');
      open(resources, 'b');
      throw new Error('c cannot be had');
    });
    await expect(start).rejects.toThrow('c cannot be had');
    expect(log).toEqual(['closed b', 'closed a']);
  });

  it('stay open after a successful start', async () => {
    expect(await acquireAll((resources) => open(resources, 'a'))).toBe('a');
    expect(log).toEqual([]);
  });

  it('are all released even if one release fails, and the error of the start is thrown', async () => {
    const start = acquireAll((resources) => {
      open(resources, 'a');
      open(resources, 'b', new Error('b does not close'));
      throw new Error('c cannot be had');
    });
    await expect(start).rejects.toThrow('c cannot be had');
    expect(log).toEqual(['closed b', 'closed a']);
  });

  it('are released after a failure of synchronous code, whose error is thrown', () => {
    expect(() =>
      acquireAllSync((resources) => {
        resources.add('a', () => log.push('closed a'));
        resources.add('b', () => {
          log.push('closed b');
          throw new Error('b does not close');
        });
        resources.add('c', () => Promise.reject(new Error('c does not close')));
        throw new Error('d cannot be had');
      }),
    ).toThrow('d cannot be had');
    expect(log).toEqual(['closed b', 'closed a']);
  });

  it('are released once each after their use', async () => {
    const used = await withResources(async (resources) => {
      open(resources, 'a');
      open(resources, 'b');
      return 'done';
    });
    expect(used).toBe('done');
    expect(log).toEqual(['closed b', 'closed a']);
  });

  it('are released after a use that fails, and its error is thrown', async () => {
    const used = withResources(async (resources) => {
      open(resources, 'a', new Error('a does not close'));
      throw new Error('no use');
    });
    await expect(used).rejects.toThrow('no use');
    expect(log).toEqual(['closed a']);
  });

  it('make a successful use fail when one of them cannot be released', async () => {
    const used = withResources(async (resources) => {
      open(resources, 'a');
      open(resources, 'b', new Error('b does not close'));
    });
    await expect(used).rejects.toThrow('b does not close');
    expect(log).toEqual(['closed b', 'closed a']);
  });

  it('are released in order, and the first failure is thrown', async () => {
    const steps = [1, 2, 3].map((step) => async () => {
      log.push(`step ${step}`);
      if (step > 1) throw new Error(`step ${step} failed`);
    });
    await expect(releaseAll(steps)).rejects.toThrow('step 2 failed');
    expect(log).toEqual(['step 1', 'step 2', 'step 3']);
  });
});

import { commandAction, EXIT_CODES } from '../../../../src/cli/shared/lifecycle';
import { invalidArgument, TidemarkError } from '../../../../src/errors';

describe('The life of a command', () => {
  const before = process.exitCode;
  afterEach(() => (process.exitCode = before));

  it('the exit code of the body becomes that of the process', async () => {
    await commandAction(() => EXIT_CODES.rejectedRecords)();
    expect(process.exitCode).toBe(2);
  });

  it('resources are released in reverse order, and tasks run after that', async () => {
    const order: string[] = [];
    await commandAction((run) => {
      run.whenClosed(() => order.push('closed'));
      run.resources.defer(() => order.push('first'));
      run.resources.defer(() => order.push('second'));
    })();
    expect(order).toEqual(['second', 'first', 'closed']);
  });

  it('a failed command releases its resources, skips the tasks, and reports the error of its body', async () => {
    const order: string[] = [];
    const failed = new Error('failed');
    const run = commandAction((each) => {
      each.whenClosed(() => order.push('closed'));
      each.resources.defer(() => {
        order.push('released');
        throw new Error('release failed');
      });
      throw failed;
    });
    await expect(run()).rejects.toBe(failed);
    expect(order).toEqual(['released']);
  });

  it('a job that is cancelled by SIGTERM ends with 130, and listens to signals no longer', async () => {
    const listeners = process.listenerCount('SIGTERM');
    await commandAction(async (run) => {
      const signal = run.interruptSignal();
      process.emit('SIGTERM');
      expect(signal.aborted).toBe(true);
      throw new TidemarkError('client_closed_request', 'cancelled');
    })();
    expect(process.exitCode).toBe(130);
    expect(process.listenerCount('SIGTERM')).toBe(listeners);
  });

  it('a cancellation without a signal is an error', async () => {
    const run = commandAction((each) => {
      each.interruptSignal();
      throw new TidemarkError('client_closed_request', 'cancelled');
    });
    await expect(run()).rejects.toMatchObject({ code: 'client_closed_request' });
  });

  it.each([
    ['windows', '--window'],
    ['windows[0].to', '--window[0].to'],
    ['where.adId', '--where.adId'],
    ['windowsill', 'windowsill'],
    ['userId', 'userId'],
  ])('an error about the field %s names %s', async (field, named) => {
    const optionNames = { windows: '--window', where: '--where' };
    const run = commandAction(
      () => {
        throw invalidArgument(field, 'is required');
      },
      { optionNames },
    );
    await expect(run()).rejects.toMatchObject({ code: 'invalid_argument', field: named });
  });
});

import { Cancellation } from '../../../src/platform/cancellation';

describe('Cancellation', () => {
  it('tells each listener once, in their order, and why', () => {
    const cancellation = new Cancellation();
    const heard: string[] = [];
    cancellation.addEventListener('abort', () => heard.push(`first: ${cancellation.reason.message}`));
    cancellation.addEventListener('abort', () => heard.push('second'));
    expect(cancellation.aborted).toBe(false);
    cancellation.abort(new Error('why'));
    cancellation.abort(new Error('again'));
    expect(heard).toEqual(['first: why', 'second']);
    expect([cancellation.aborted, cancellation.reason.message]).toEqual([true, 'why']);
  });

  it('does not tell those who listen no more', () => {
    const cancellation = new Cancellation();
    const heard: string[] = [];
    const gone = (): void => void heard.push('gone');
    cancellation.addEventListener('abort', gone);
    cancellation.addEventListener('abort', () => heard.push('there'));
    cancellation.removeEventListener('abort', gone);
    cancellation.removeEventListener('abort', gone);
    cancellation.abort(new Error('why'));
    expect(heard).toEqual(['there']);
  });
});

import { getEventListeners } from 'node:events';
import { Cancellation, linkedSignal } from '../../../../src/platform/tasks/cancellation';

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

describe('A signal that is linked to others', () => {
  it('aborts with the first of them, and its reason', () => {
    const [first, second] = [new AbortController(), new Cancellation()];
    const { signal } = linkedSignal(first.signal, undefined, second);
    expect(signal.aborted).toBe(false);
    second.abort(new Error('gone'));
    first.abort(new Error('later'));
    expect([signal.aborted, signal.reason]).toEqual([true, new Error('gone')]);
  });

  it('is aborted at once where one of them is', () => {
    expect(linkedSignal(AbortSignal.abort('over')).signal.reason).toBe('over');
  });

  it('leaves nothing on them once it is released', () => {
    const other = new AbortController();
    const listeners = (): number => getEventListeners(other.signal, 'abort').length;
    const linked = Array.from({ length: 100 }, () => linkedSignal(other.signal));
    expect(listeners()).toBe(100);
    for (const each of linked) each.release();
    expect(listeners()).toBe(0);
    other.abort();
    expect(linked.some(({ signal }) => signal.aborted)).toBe(false);
  });
});

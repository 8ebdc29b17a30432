import { getEventListeners } from 'node:events';
import { Cancellation, linkedSignal } from '../../../../src/platform/tasks/cancellation';

describe('Cancellation', () => {
  it('calls each listener once, in order, with the reason available', () => {
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

  it('does not call removed listeners', () => {
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

describe('A linked signal', () => {
  it('aborts with the first of the others and its reason', () => {
    const [first, second] = [new AbortController(), new Cancellation()];
    const { signal } = linkedSignal(first.signal, undefined, second);
    expect(signal.aborted).toBe(false);
    second.abort(new Error('gone'));
    first.abort(new Error('later'));
    expect([signal.aborted, signal.reason]).toEqual([true, new Error('gone')]);
  });

  it('is aborted at once when one of the others is', () => {
    expect(linkedSignal(AbortSignal.abort('over')).signal.reason).toBe('over');
  });

  it('leaves no listener on the others once it is released', () => {
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

import fc from 'fast-check';
import { execFileSync } from 'node:child_process';
import { LinkedList, type ListEntry } from '../../../../src/platform/memory/linked-list';

describe('LinkedList', () => {
  it('it behaves like a Set whose objects are added once', () => {
    const commands = fc.array(fc.oneof(fc.constant('add' as const), fc.nat(20)), { maxLength: 60 });
    fc.assert(
      fc.property(commands, (steps) => {
        const list = new LinkedList<object>();
        const reference = new Set<object>();
        const entries: ListEntry<object>[] = [];
        for (const step of steps) {
          if (step === 'add') {
            const value = { number: entries.length };
            reference.add(value);
            entries.push(list.add(value));
          } else if (entries[step] !== undefined) {
            const entry = entries[step];
            expect(list.remove(entry)).toBe(reference.delete(entry.value));
          }
          expect([...list]).toEqual([...reference]);
          expect([list.size, list.first?.value]).toEqual([reference.size, reference.values().next().value]);
        }
      }),
    );
  });

  it('removed objects do not survive by each other, as those of a Set do', () => {
    const flags = [
      '--expose-gc',
      '--no-allocation-site-pretenuring',
      '--require',
      './infra/scripts/register-ts.js',
    ];
    const args = [...flags, 'test/support/surviving-bytes-child.ts'];
    const bytes = JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' })) as Readonly<
      Record<'list' | 'set', number>
    >;
    // Otherwise this version of V8 does not need the list.
    expect(bytes.set).toBeGreaterThan(3_000_000);
    expect(bytes.list).toBeLessThan(1_000_000);
  });
});

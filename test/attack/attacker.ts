/** A process that attacks: the name of the attack and its target, as JSON, are its arguments. Prints a line once it is under way. */
import { setPriority } from 'node:os';
import { ATTACKS, type Target } from './attacks';

// Others attack from other machines: what this one takes of the processors is not to count.
setPriority(10);
const [name = '', target = ''] = process.argv.slice(2);
void ATTACKS[name]!(JSON.parse(target) as Target).then(() => process.stdout.write('attacking\n'));

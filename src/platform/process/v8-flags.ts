/**
 * Flags of V8 for services, set by importing this file before any other: code that V8 has optimized keeps the flags of
 * that time.
 *
 * During heavy load V8 learns where in the code objects are created that survive a minor collection, and creates all
 * objects of these places in its old space from then on ("allocation-site pretenuring"). Objects of one request often
 * survive one minor collection and are garbage after it: in the old space only full collections free them, each of
 * which pauses the process for some 10 to 30 ms.
 *
 * From Node 24 on, received bytes bring V8 to a full collection whenever 64 MB of them have come since the last one,
 * even if a minor collection would have freed them. Reads of large rows reach that ten times a second. With the second
 * flag received bytes are part of the heap's own limit, which grows with the heap. Earlier versions neither have the
 * flag nor need it.
 */
import { setFlagsFromString } from 'node:v8';

setFlagsFromString('--no-allocation-site-pretenuring');
if (Number.parseInt(process.versions.v8, 10) >= 13) {
  setFlagsFromString('--external-memory-accounted-in-global-limit');
}

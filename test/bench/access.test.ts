import { describeBenchmark } from './smoke';

describeBenchmark('access', {
  figures: [
    'no authentication',
    'known token',
    'first verification, ES256',
    'first verification, RS256',
    'first verification, EdDSA',
  ],
  targets: 1,
});

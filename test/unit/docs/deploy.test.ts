/** Holds the guide to a first apply to what Google Cloud requires. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const GUIDE = readFileSync(join(__dirname, '../../../docs/operations/deploy.md'), 'utf8');
const COMMANDS = [...GUIDE.matchAll(/```text\n([^]*?)```/g)].map(([, block = '']) =>
  block.replace(/\\\n +/g, ''),
);
const lines = COMMANDS.flatMap((block) => block.split('\n').map((line) => line.trim()));
const stepOf = (line: string): number =>
  Number(/^## (\d)\./m.exec(GUIDE.slice(GUIDE.lastIndexOf('\n## ', GUIDE.indexOf(line))))?.[1]);

it('images are built and pulled for the platform of Cloud Run', () => {
  const images = lines.filter((line) => /^docker (build|pull) /.test(line));
  expect(images.length).toBeGreaterThanOrEqual(2);
  expect(images.filter((line) => !line.includes(' --platform linux/amd64 '))).toEqual([]);
});

it('an account is impersonated only after the role for it is granted', () => {
  const granted = lines.findIndex((line) => line.includes('--role=roles/iam.serviceAccountTokenCreator'));
  const used = lines.findIndex((line) => line.includes('--impersonate-service-account'));
  expect(granted).toBeGreaterThanOrEqual(0);
  expect(granted).toBeLessThan(used);
});

it('keys are granted and quotas requested before the first apply', () => {
  const apply = stepOf('terraform apply first.tfplan');
  expect(stepOf('roles/cloudkms.cryptoKeyEncrypterDecrypter')).toBeLessThan(apply);
  expect(stepOf('CpuAllocPerProjectRegion')).toBeLessThan(apply);
});

it('its steps are numbered without a gap', () => {
  const numbers = [...GUIDE.matchAll(/^## (\d)\./gm)].map(([, number]) => Number(number));
  expect(numbers).toEqual(numbers.map((_, i) => i + 1));
});

import { COMMANDS } from '../../../src/cli/commands';

describe('COMMANDS', () => {
  it('describes each command as the command describes itself, so that the help loads none', async () => {
    for (const [name, { description, load }] of Object.entries(COMMANDS)) {
      const command = await load();
      expect([command.name(), command.description()]).toEqual([name, description]);
    }
  });
});

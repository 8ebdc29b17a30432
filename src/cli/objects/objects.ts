import { Command } from 'commander';
import { objectsDeleteCommand } from './delete';
import { objectsExportCommand } from './export';
import { objectsGetCommand } from './get';
import { objectsListCommand } from './list';
import { objectsLoadCommand } from './load';
import { objectsPutCommand } from './put';
import { objectsScanCommand } from './scan';

const HELP = `
get, put and delete use the serving clusters, like requests of the API. list, scan, export and load use batch clusters.`;

/** Returns `tidemark objects`: single objects, and all objects of a corpus. */
export function objectsCommand(): Command {
  return new Command('objects')
    .description('Read, write, scan, export and load objects: profiles, embeddings and features.')
    .addCommand(objectsListCommand())
    .addCommand(objectsGetCommand())
    .addCommand(objectsPutCommand())
    .addCommand(objectsDeleteCommand())
    .addCommand(objectsScanCommand())
    .addCommand(objectsExportCommand())
    .addCommand(objectsLoadCommand())
    .addHelpText('after', HELP);
}

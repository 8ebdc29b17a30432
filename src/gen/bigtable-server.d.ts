// Generated from @google-cloud/bigtable by `npm run generate`. Do not edit.
export { google } from '@google-cloud/bigtable/build/protos/protos';

/** Lower bound for a service of counts in Node: what remains of the service when nothing is decoded, counted or checked. */
import { createServer, type Server } from 'node:http';
import { TableCallHeaders } from '../../../src/bigtable/client/table-call-headers';
import { CLIENT_METADATA } from '../../../src/bigtable/client/client-metadata';
import { encodeFilter } from '../../../src/bigtable/read/filter-encoder';
import { encodeReadRow } from '../../../src/bigtable/read/read-rows-request';
import type { ReadRowsRequest } from '../../../src/bigtable/client/types';
import { rowKey } from '../../../src/core/rows/row-key';
import { DEFAULTS } from '../../../src/config/defaults';
import { bareSession, exchangeBytes } from '../client-read/bare-stream';
import { LEVELS, type BenchQuery, type Counts } from './data';

const { project, instance } = DEFAULTS.bigtable;

/**
 * Creates a server that parses the query, sends the ReadRows of a count on a bare HTTP/2 stream, receives all bytes of the row, and
 * answers with JSON of the same form as a count: all counts are the number of bytes received.
 */
export function bareService(
  endpoint: string,
  readOf: (query: BenchQuery) => Pick<ReadRowsRequest, 'table' | 'filter'>,
): Server {
  const session = bareSession(endpoint);
  const headers = new TableCallHeaders(`projects/${project}/instances/${instance}`, '', CLIENT_METADATA);
  let first: { readonly table: string; readonly filter: Uint8Array | undefined } | undefined;
  const answerTo = async (query: BenchQuery): Promise<string> => {
    if (first === undefined) {
      const { table, filter } = readOf(query);
      first = { table, filter: encodeFilter(filter) };
    }
    const { readRows, metadata } = headers.of(first.table);
    const request = encodeReadRow(readRows, rowKey(query.userId), first.filter);
    const { length } = await exchangeBytes(session, request, metadata);
    if (length === 0) throw new Error('the row is gone');
    return JSON.stringify({ userId: query.userId, asOf: query.asOf, counts: countsOf(query, length) });
  };
  return createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const query = JSON.parse(Buffer.concat(chunks).toString()) as BenchQuery;
      answerTo(query).then(
        (answer) => {
          const body = Buffer.from(answer);
          const head = { 'content-type': 'application/json', 'content-length': body.length };
          response.writeHead(200, head).end(body);
        },
        () => response.writeHead(500).end(),
      );
    });
  });
}

function countsOf({ windows, entities }: BenchQuery, count: number): Counts {
  const ofLevels = LEVELS.map((level) => [
    level,
    Object.fromEntries(entities[level].map((id) => [id, count])),
  ]);
  const ofWindow = { total: count, ...(Object.fromEntries(ofLevels) as Counts[string]) };
  return Object.fromEntries(windows.map((window) => [window, ofWindow]));
}

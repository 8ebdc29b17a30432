import { invalidArgument } from '../grpc/rpc-error';
import { admin, decode, encode } from '../proto';
import type { ServiceContext } from '../service/context';

/** Tokens prove that writes before them are everywhere; with one cluster, everywhere is where they were made. */
export function createGenerateConsistencyToken({ catalog }: ServiceContext) {
  return (bytes: Buffer): Buffer => {
    const request = decode(admin.GenerateConsistencyTokenRequest, bytes);
    const response = admin.GenerateConsistencyTokenResponse.create({
      consistencyToken: tokenFor(catalog.table(request.name).name),
    });
    return encode(admin.GenerateConsistencyTokenResponse, response);
  };
}

export function createCheckConsistency({ catalog }: ServiceContext) {
  return (bytes: Buffer): Buffer => {
    const request = decode(admin.CheckConsistencyRequest, bytes);
    if (request.consistencyToken !== tokenFor(catalog.table(request.name).name)) {
      throw invalidArgument('The consistency token is not of this table');
    }
    const response = admin.CheckConsistencyResponse.create({ consistent: true });
    return encode(admin.CheckConsistencyResponse, response);
  };
}

const tokenFor = (tableName: string): string => Buffer.from(`v1:${tableName}`).toString('base64url');

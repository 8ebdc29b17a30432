import { GrpcStatus } from '../../platform/network/grpc';
import { RpcError } from '../grpc/rpc-error';

/** Messages of the system for a full disk or quota (ENOSPC, EDQUOT). LevelDB passes on only the text. */
const FULL = /no space left on device|dis[kc] quota exceeded|not enough space on the disk/i;

/** Returns whether an error of the system or of LevelDB means that there is no space. */
export const isDiskFullError = ({ message }: Error): boolean => FULL.test(message);

/** The data folder is currently not writable, so a call cannot be made durable. */
export class UnwritableError extends RpcError {
  override readonly name = 'UnwritableError';
  readonly isDiskFull: boolean;

  constructor(cause: Error) {
    const isDiskFull = isDiskFullError(cause);
    const reason = isDiskFull ? `its disk is full: ${cause.message}` : cause.message;
    super(GrpcStatus.UNAVAILABLE, `the data folder cannot be written: ${reason}`);
    this.cause = cause;
    this.isDiskFull = isDiskFull;
  }
}

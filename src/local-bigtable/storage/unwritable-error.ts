import { GrpcStatus } from '../../platform/network/grpc';
import { RpcError } from '../grpc/rpc-error';

/** What the system says of a disk, or of a user's share of it, that is full: ENOSPC, EDQUOT; LevelDB passes on the text only. */
const FULL = /no space left on device|dis[kc] quota exceeded|not enough space on the disk/i;

/** Whether an error, of the system or of LevelDB, means that there is no space. */
export const isDiskFullError = ({ message }: Error): boolean => FULL.test(message);

/** The data folder cannot be written at the moment: what a call depends on is not durable, or cannot be made so. */
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

/** One file of an export: written from one share of the rows, and continued where a checkpoint left it. */
import type { ObjectCodec } from '../../codec/protobuf/object-codec';
import { invalidArgument } from '../../errors';
import type { WorkerShare } from '../../operations/compaction/key-sections';
import type { ScannedObject, ScanObjects } from '../../operations/objects/scan-objects';
import { ResumableFile } from '../files/resumable-file';
import { addExportTally, emptyExportTally, type ObjectExportTally } from './export-tally';
import { createObjectEncoder } from './create-object-encoder';
import type { ObjectEncoder } from './object-encoder';
import type { ObjectFormat } from './object-record';

/** Progress of a file. It describes the bytes that are written, and nothing of what is buffered. */
export interface ExportPartState {
  /** Key of the last row whose cells are in the file, as Base64. */
  readonly after?: string | undefined;
  readonly bytes: number;
  readonly tally: ObjectExportTally;
  /** See `ObjectEncoder.state`. */
  readonly encoder?: string | undefined;
  readonly isDone: boolean;
}

export const NEW_PART: ExportPartState = { bytes: 0, tally: emptyExportTally(), isDone: false };

export interface ExportPartJob {
  readonly share: WorkerShare;
  /** Path of the file while it is incomplete. Undefined: nothing is written. */
  readonly path: string | undefined;
  readonly format: ObjectFormat;
  readonly codecOf: (dataType: string) => Pick<ObjectCodec, 'toJson' | 'fromJson'>;
  readonly scan: ScanObjects;
  readonly limits: { readonly pageBytes: number; readonly pageRecords: number };
  readonly signal: AbortSignal;
  readonly onProgress: (state: ExportPartState) => void;
}

/** Writes the file from where `state` left it. */
export class ExportPart {
  readonly #job: ExportPartJob;
  #state: ExportPartState;
  #file: ResumableFile | undefined;
  #encoder: ObjectEncoder | undefined;
  /** Totals of the records that are buffered. */
  #pending = emptyExportTally();
  #last: Buffer | undefined;

  constructor(job: ExportPartJob, state: ExportPartState) {
    this.#job = job;
    this.#state = state;
  }

  /** Throws `invalid_argument` when the file cannot be written, and the errors of the scan. */
  async run(): Promise<void> {
    const { path, format, codecOf, scan, share, signal } = this.#job;
    const { bytes, encoder, after } = this.#state;
    if (path !== undefined) {
      this.#file = new ResumableFile(path, bytes, 'output');
      this.#encoder = await createObjectEncoder(format, { codecOf, offset: bytes, state: encoder });
    }
    const from = after === undefined ? undefined : Buffer.from(after, 'base64');
    for await (const object of scan({ share, after: from }, { signal })) {
      signal.throwIfAborted();
      this.#add(object);
    }
    this.#write();
    this.#end();
  }

  /** Makes the bytes durable that the last reported progress describes. */
  sync(): void {
    this.#file?.sync();
  }

  close(): void {
    this.#file?.close();
    this.#file = undefined;
  }

  #add({ id, key, cells, unreadable }: ScannedObject): void {
    const pending = this.#pending;
    this.#last = key;
    pending.unreadable += unreadable;
    if (cells.length > 0) pending.objects += 1;
    for (const cell of cells) {
      this.#encoder?.add({ id, ...cell });
      pending.cells += 1;
      pending.valueBytes += cell.value.length;
      pending.dataTypes[cell.dataType] = (pending.dataTypes[cell.dataType] ?? 0) + 1;
    }
    const { pageBytes, pageRecords } = this.#job.limits;
    if ((this.#encoder?.bufferedBytes ?? 0) >= pageBytes || pending.cells >= pageRecords) this.#write();
  }

  #write(): void {
    this.#append(this.#encoder?.take());
    const tally = emptyExportTally();
    addExportTally(tally, this.#state.tally);
    addExportTally(tally, this.#pending);
    this.#pending = emptyExportTally();
    const after = this.#last?.toString('base64') ?? this.#state.after;
    this.#report({ ...this.#state, after, tally, encoder: this.#encoder?.state() });
  }

  #end(): void {
    this.#append(this.#encoder?.end());
    this.#report({ ...this.#state, encoder: undefined, isDone: true });
  }

  #append(bytes: Buffer | undefined): void {
    if (bytes === undefined) return;
    try {
      this.#file!.write(bytes);
    } catch (error) {
      throw invalidArgument('output', `cannot be written: ${(error as Error).message}`);
    }
  }

  #report(state: ExportPartState): void {
    this.#state = { ...state, bytes: this.#file?.bytes ?? 0 };
    this.#job.onProgress(this.#state);
  }
}

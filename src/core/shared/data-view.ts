/** Returns a view of the array's bytes for numbers at any offset. */
export function viewOf({ buffer, byteOffset, length }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, length);
}

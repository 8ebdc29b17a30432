/** Returns the commands of a shell script, one per element; a line that ends with a backslash continues on the next. */
export function commandsIn(script: string): readonly string[] {
  const joined = script.replace(/\\\n\s*/g, '');
  return joined.trim().split('\n');
}

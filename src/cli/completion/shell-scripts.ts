/** Completion scripts of shells. They contain all commands and options, so that a completion starts no process of Node.js. */
import type { CompletedWords } from './completed-words';

/**
 * Returns a script for bash. It follows the names of commands on the line, and offers what may follow them; for the values of
 * options and other arguments, files.
 */
export function bashCompletion(words: readonly CompletedWords[]): string {
  const paths = words.filter(({ path }) => path !== '').map(({ path }) => `' ${path}'`);
  const cases = words.map(
    ({ path, commands, options }) =>
      `    '${path === '' ? '' : ` ${path}`}') words='${[...commands, ...options].join(' ')}' ;;`,
  );
  return `# Completion of tidemark for bash. Made by \`tidemark completion bash\`.
_tidemark() {
  local command='' words='' i
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$command \${COMP_WORDS[i]}" in
      ${paths.join(' | ')}) command="$command \${COMP_WORDS[i]}" ;;
    esac
  done
  case "$command" in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _tidemark tidemark`;
}

/** Returns a script for zsh, which can run completions of bash. */
export function zshCompletion(words: readonly CompletedWords[]): string {
  const script = bashCompletion(words).split('\n').slice(1).join('\n');
  return `# Completion of tidemark for zsh. Made by \`tidemark completion zsh\`.
autoload -U +X compinit && compinit
autoload -U +X bashcompinit && bashcompinit
${script}`;
}

export function fishCompletion(words: readonly CompletedWords[]): string {
  const paths = words.filter(({ path }) => path !== '').map(({ path }) => `'${path}'`);
  const lines = words.flatMap(({ path, commands, options }) => {
    const condition = `-n '__tidemark_command_is "${path}"'`;
    return [
      ...(commands.length === 0 ? [] : [`complete -c tidemark ${condition} -f -a '${commands.join(' ')}'`]),
      ...options.map((option) => `complete -c tidemark ${condition} -l ${option.slice(2)}`),
    ];
  });
  return `# Completion of tidemark for fish. Made by \`tidemark completion fish\`.
function __tidemark_command_is
  set -l command
  for word in (commandline -opc)[2..-1]
    set -l longer (string join ' ' $command $word)
    if contains -- $longer ${paths.join(' ')}
      set command $command $word
    end
  end
  test (string join ' ' $command) = "$argv[1]"
end
${lines.join('\n')}`;
}

// Syntax highlighting of code blocks at build time: comments, strings, numbers and names. The text stays unchanged, and
// the page needs no script for it.
import { escaped } from './html-text.mjs';

const string = /"(?:[^"\\\n]|\\.)*"/;
const script = {
  remark: /(?<=^|\s)\/\/ .*$/m,
  string: /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/,
  word: /\b(?:as|async|await|break|case|catch|class|const|continue|else|export|false|finally|for|from|function|if|import|in|instanceof|interface|let|new|null|of|return|switch|throw|true|try|type|typeof|undefined|while)\b/,
  number: /\b\d[\d_]*(?:\.\d+)?\b/,
};

/** Kinds of tokens by language, in the order in which they are tried at each place. */
const languages = {
  sh: {
    remark: /(?<=^|\s)# .*$/m,
    string: /'[^']*'|"(?:[^"\\]|\\.)*"/,
    word: /\$\{?\w+\}?|(?<=^|\s)--?[a-zA-Z][\w-]*/m,
  },
  json: {
    name: new RegExp(`${string.source}(?=\\s*:)`),
    string,
    word: /\b(?:true|false|null)\b/,
    number: /-?\b\d+(?:\.\d+)?\b/,
  },
  ts: script,
  js: script,
  python: {
    remark: /(?<=^|\s)# .*$/m,
    string: /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/,
    word: /\b(?:and|as|def|else|False|for|from|if|import|in|None|not|or|print|return|True|while|with)\b/,
    number: /\b\d+(?:\.\d+)?\b/,
  },
};

/** HTML of the code. Text of other languages is only escaped. */
export function highlighted(code, language) {
  const kinds = languages[language];
  if (kinds === undefined) return escaped(code);
  const names = Object.keys(kinds);
  const tokens = new RegExp(names.map((name) => `(?<${name}>${kinds[name].source})`).join('|'), 'gm');
  let html = '';
  let end = 0;
  for (const { index, 0: text, groups } of code.matchAll(tokens)) {
    const kind = names.find((name) => groups[name] !== undefined);
    html += `${escaped(code.slice(end, index))}<span class="${kind}">${escaped(text)}</span>`;
    end = index + text.length;
  }
  return html + escaped(code.slice(end));
}

const isJson = (code) => /^\s*[[{]/.test(code);

/** Language of a block by its label: samples and examples have a title instead of a language. */
export function languageOf(label, code) {
  const byLabel = { curl: 'sh', TypeScript: 'ts', JavaScript: 'js', Python: 'python' };
  return languages[label] ? label : (byLabel[label] ?? (isJson(code) ? 'json' : 'text'));
}

// Prints values as JSON, JavaScript or Python, on one line where it fits.

const json = {
  key: (name) => JSON.stringify(name),
  text: (value) => JSON.stringify(value),
  words: { true: 'true', false: 'false', null: 'null' },
  padding: '',
  lastComma: '',
  step: '  ',
};

const javaScript = {
  key: (name) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name)),
  text: quoted,
  words: json.words,
  padding: ' ',
  lastComma: ',',
  step: '  ',
};

const python = {
  ...json,
  words: { true: 'True', false: 'False', null: 'None' },
  lastComma: ',',
  step: '    ',
};

function quoted(text) {
  const inside = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"');
  return `'${inside.replaceAll("'", "\\'")}'`;
}

function print(value, style, indent, width, used = 0) {
  if (typeof value === 'string') return style.text(value);
  if (typeof value !== 'object' || value === null) return style.words[String(value)] ?? String(value);
  const isList = Array.isArray(value);
  const entries = isList ? value.map((each) => ['', each]) : Object.entries(value);
  const [open, close] = isList ? '[]' : '{}';
  if (entries.length === 0) return open + close;
  const label = (name) => (isList ? '' : `${style.key(name)}: `);
  const padding = isList ? '' : style.padding;
  const line = entries.map(([name, each]) => label(name) + print(each, style, indent, Infinity)).join(', ');
  if (indent.length + used + line.length + 4 <= width) return open + padding + line + padding + close;
  const deeper = indent + style.step;
  const rows = entries.map(([name, each], index) => {
    const comma = index < entries.length - 1 ? ',' : style.lastComma;
    return `${deeper}${label(name)}${print(each, style, deeper, width, label(name).length)}${comma}`;
  });
  return [open, ...rows, indent + close].join('\n');
}

const WIDTH = 64;

export const jsonText = (value, indent = '') => print(value, json, indent, WIDTH);
export const javaScriptText = (value, indent = '') => print(value, javaScript, indent, WIDTH);
export const pythonText = (value, indent = '') => print(value, python, indent, WIDTH);

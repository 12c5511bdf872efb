// HTML templates with automatic escaping: every value is escaped unless it is itself such a template.

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Trusted markup. Created only by `html` and from build output. */
export class SafeHtml {
  readonly #markup: string;

  private constructor(markup: string) {
    this.#markup = markup;
  }

  static fromTemplate(parts: readonly string[], values: readonly HtmlValue[]): SafeHtml {
    const pieces = parts.map((part, index) => (index === 0 ? part : render(values[index - 1]) + part));
    return new SafeHtml(pieces.join(''));
  }

  /** For markup rendered at build time; never for external input. */
  static fromBuild(markup: string): SafeHtml {
    return new SafeHtml(markup);
  }

  toString(): string {
    return this.#markup;
  }
}

/** null, undefined and false render nothing, so that `condition && html`…`` works. */
export type HtmlValue = SafeHtml | string | number | null | undefined | false | readonly HtmlValue[];

/** Quote attribute values: the escaping covers quoted attributes and text between tags, nothing else. */
export function html(parts: TemplateStringsArray, ...values: HtmlValue[]): SafeHtml {
  return SafeHtml.fromTemplate(parts, values);
}

function render(value: HtmlValue): string {
  if (value === null || value === undefined || value === false) return '';
  if (value instanceof SafeHtml) return value.toString();
  if (typeof value === 'string' || typeof value === 'number') return escaped(String(value));
  return value.map(render).join('');
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => escapes[character] ?? character);
}

// Escapes text for HTML, and reads text back from the HTML that we render.
const escapes = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
export const escaped = (text) => text.replace(/[&<>"']/g, (character) => escapes[character]);
export const plain = (html) =>
  html
    .replace(/<[^>]+>/g, '')
    .replace(/&(amp|lt|gt|quot|#39);/g, (name) => Object.keys(escapes).find((key) => escapes[key] === name));

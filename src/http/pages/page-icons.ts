// Icons for pages, in the current text color. Decorative, therefore hidden from screen readers.
import { html, type SafeHtml } from '../../lib/html.ts';

const icon = (shape: SafeHtml) =>
  html`<svg class="icon" viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">${shape}</svg>`;

export const checkIcon = icon(html`<path d="M4.5 10.5l3.5 3.5 7.5-8"/>`);
export const alertIcon = icon(html`<path d="M10 7.5v4M10 14v.01M10 2.5l8 14H2z"/>`);
export const lockIcon = icon(html`<path d="M5 9h10v8H5zM7 9V6.5a3 3 0 016 0V9"/>`);
export const returnIcon = icon(html`<path d="M8 4L4 8l4 4M4 8h8a4 4 0 010 8H9"/>`);
